// @ts-check
// One subscription to states of the host, replaced when other states are wanted.

export class Subscription {
  /**
   * @param {import("./connection.js").Connection} connection
   * @param {(states: any[]) => void} take Takes the states of the answer.
   * @param {() => void} changed Is called after each answer.
   */
  constructor(connection, take, changed) {
    this.connection = connection;
    this.take = take;
    this.changed = changed;
    this.wanted = "";
    this.number = 0;
    this.isAsking = false;
    this.turn = 0;
    connection.addEventListener("state", () => {
      [this.wanted, this.number] = ["", 0];
      this.turn += 1;
    });
  }

  /** Reads the states again, after changes were missed. */
  again() {
    this.wanted = "";
  }

  /**
   * Chooses the states; nothing is sent while they stay the same.
   *
   * @param {{ topics: string[], lines?: string[] } | null} params The parameters of `events.subscribe`; null for none.
   */
  want(params) {
    const wanted = params ? JSON.stringify(params) : "";
    if (wanted === this.wanted && (wanted || !this.number)) return;
    if (this.isAsking || this.connection.state !== "live") return;
    this.wanted = wanted;
    void this.change(params);
  }

  /** @param {object | null} params */
  async change(params) {
    const { turn, number } = this;
    [this.isAsking, this.number] = [true, 0];
    try {
      // The new one comes first, so that no change falls between them.
      const answer = params && await this.connection.request("events.subscribe", params);
      if (turn === this.turn && answer) {
        this.number = answer.subscription;
        this.take(answer.states ?? []);
      }
      if (turn === this.turn && number) await this.connection.request("events.unsubscribe", { subscription: number });
    } catch {
      // The connection broke and begins anew, or the session may not see these states.
    }
    this.isAsking = false;
    this.changed();
  }
}
