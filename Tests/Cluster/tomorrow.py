"""A node of a later version: it writes today's keys with members, states and headers of tomorrow."""

import base64
import json
import threading
import uuid


ACTOR = json.dumps({"name": "tester", "rights": ["observe", "control", "levitate"], "mood": "tomorrow"})


class Tomorrow:
    """The node b9, which beats until it is closed and takes the slots that it gets."""

    def __init__(self, engine, cluster, beat):
        self.engine, self.cluster, self.beat = engine, cluster, beat
        self.life = str(uuid.uuid4())
        self.state, self.count, self.revision = "resting", 0, 0
        self.client, self.is_over = engine.client(), threading.Event()
        self.seen, self.records = -1, {}

    def __enter__(self):
        threading.Thread(target=self.listen, daemon=True).start()
        self.thread = threading.Thread(target=self.renew, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        self.client.close()

    def renew(self):
        client = self.engine.client()
        written = None
        while True:
            # The last state is told, too.
            if not (self.is_over.is_set() and written == self.state):
                self.count += 1
                written = self.state
                self.revision = client.write(f"hsw_{self.cluster}_nodes", "b9", {
                    "v": 2, "incarnation": self.life, "beat": self.count, "state": written, "dead": False, "speaks": [1, 2],
                    "version": "99.0", "weight": 1, "sip": [], "load": {"lines": 0, "calls": 0, "processor": 0.1, "lagMs": 0, "heat": 40},
                    "moods": {"of": [1, 2.5, None, {"deep": True}]}}, self.revision)
            if self.is_over.wait(self.beat / 2):
                break
        client.close()

    def owner(self, slot):
        """Returns a slot's record, its owner's name, its fence and its revision."""
        record, revision = self.client.read(f"hsw_{self.cluster}_slots", slot)
        return record, record["node"], record["fence"], revision

    def slots(self):
        """Returns the slots that this node owns, as it has heard of them."""
        return {slot for slot, record in list(self.records.items()) if record.get("incarnation", "") == self.life}

    def listen(self):
        """Hears the changes of the slots, as each node does."""
        client = self.engine.client()
        client.subscribe(f"hsw.{self.cluster}.v1.map.slots.>")
        client.link.settimeout(None)
        try:
            while True:
                subject, _, body = client.message()
                self.records[subject.rsplit(".", 1)[1]] = json.loads(body)
        except OSError:
            # The server has ended.
            pass

    def is_still(self):
        """Returns true when no slot came since the last look."""
        count, self.seen = self.seen, len(self.slots())
        return count == self.seen

    def give(self, slot, node):
        """Hands a slot over with a member of tomorrow; returns the fence."""
        record, _, fence, revision = self.owner(slot)
        life = self.client.read(f"hsw_{self.cluster}_nodes", node)[0]["incarnation"]
        record.update({"v": 2, "node": node, "incarnation": life, "fence": fence + 1, "hue": {"of": ["tomorrow"]}})
        self.client.write(f"hsw_{self.cluster}_slots", slot, record, revision)
        return fence + 1

    def request(self, slot, method, parameters):
        """Sends a request to the owner of a slot, with a header and a member of the envelope that today's nodes do not know."""
        name = str(uuid.uuid4())
        head = {"Hsw-Id": name, "Hsw-Deadline": "5000", "Hsw-Actor": ACTOR, "Hsw-Mood": base64.b64encode(b"tomorrow").decode()}
        body = {"jsonrpc": "2.0", "id": name, "method": method, "params": parameters, "mood": "tomorrow"}
        return self.client.request(f"hsw.{self.cluster}.v1.slot.{slot}", body, head)[1]
