#!/usr/bin/env python3
"""A screener that is a program: the host asks it about each caller before the call rings (rule I8).

    screener.py [--socket PATH] [--name NAME] WORD…

It blocks callers whose name or handle has one of the words. A line asks it only when its policy names it:
hookswitch api line.setPolicy '{"policy": {"screeners": ["spam"]}}'. The name must be granted once:
hookswitch access grant uid:$(id -u) screen --name NAME
"""

import argparse
import sys

from hookswitch import Daemon, Refused


def verdict(update, words):
    """Returns the verdict on a caller, and the reason, which stands in the history."""
    caller = " ".join([update.get("name", ""), update.get("handle", {}).get("value", "")]).lower()
    for word in words:
        if word.lower() in caller:
            return "block", f"its name has {word}"
    return "continue", None


def serve(daemon, name, words):
    for method, parameters in daemon.notifications():
        if method == "screener.ask":
            # The answer must come within parameters["deadline"] seconds; after that the call rings all the same.
            word, reason = verdict(parameters["update"], words)
            print(word, parameters["call"], flush=True)
            answer = {"screener": name, "call": parameters["call"], "verdict": word}
            if reason:
                answer["reason"] = reason
            try:
                daemon.request("screener.answer", **answer)
            except Refused as error:
                # The caller hung up meanwhile, or the answer was late.
                print("refused:", error, file=sys.stderr, flush=True)
        elif method == "screener.giveUp":
            print("late", parameters["call"], flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--socket")
    arguments.add_argument("--name", default="spam")
    arguments.add_argument("words", nargs="+", metavar="WORD")
    options = arguments.parse_args()
    try:
        daemon = Daemon(options.socket)
        daemon.request("screener.register", screener=options.name)
    except Refused as error:
        sys.exit(f"{error}; {error.how}" if error.how else str(error))
    print("registered", flush=True)
    serve(daemon, options.name, options.words)


if __name__ == "__main__":
    main()
