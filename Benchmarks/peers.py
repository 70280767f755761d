# SPDX-License-Identifier: MIT
"""Measures the peers on the inputs that `bench --write-inputs` wrote.

Prints one JSON object a line, in the form of `bench --json`. Tasks and inputs
have the names that they have there, so that rows can stand side by side.

A result that is not what is known of it is worded on stderr, and so is an edit
that a peer refuses; the row is left out, and the exit status is 3 when all others
are done.

Usage: peers.py INPUTS [--tasks NAME,NAME]
"""

import argparse
import contextlib
import ctypes
import functools
import gc
import json
import pathlib
import pickle
import sys
import time

import automerge.core
import loro
import pycrdt


class MallocInfo(ctypes.Structure):
    """What the C library's mallinfo2 answers."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def live_bytes():
    """Bytes that the C allocator has given out, or None where it does not say."""
    try:
        mallinfo2 = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return None
    mallinfo2.restype = MallocInfo
    info = mallinfo2()
    return info.uordblks + info.hblkhd


class WrongResult(Exception):
    """A result that makes the measurement worthless."""


class Recorder:
    """Measures as ours does: fast tasks often, slow ones once or a few times."""

    BUDGET, SLOW, LONGEST, MOST = 0.5, 2.0, 3.0, 101

    # What was left out, whichever recorder measured it.
    wrong = []

    def time(self, task, name, library, run, set_up=lambda: None, check=lambda result: None):
        note(f"{library}: {task}: {name}")
        samples, first = [], time.perf_counter()
        while self.needs_more(samples, time.perf_counter() - first):
            start = set_up()
            gc.collect()
            gc.disable()
            begin = time.process_time()
            result = run(start)
            samples.append(time.process_time() - begin)
            gc.enable()
            if len(samples) == 1 and not self.is_right(check, result, task, name, library):
                return
        self.write(task, name, library, "ms", [sample * 1000 for sample in samples])

    def needs_more(self, samples, elapsed):
        total = sum(samples)
        if len(samples) < 5:
            return not samples or total < self.SLOW
        if elapsed > self.LONGEST:
            return False
        return total < self.BUDGET and len(samples) < self.MOST

    def is_right(self, check, result, task, name, library):
        try:
            check(result)
        except WrongResult as wrong:
            self.leave_out(task, name, library, wrong)
            return False
        return True

    @contextlib.contextmanager
    def rows(self, task, name, library):
        """Leaves out what a peer cannot measure: positions recorded for another order
        of what was typed at once may lie behind its text."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as failure:  # a panic of Rust is no Exception
            self.leave_out(task, name, library, f"{type(failure).__name__}: {failure}")

    def leave_out(self, task, name, library, reason):
        self.wrong.append(f"{library}: {task}: {name}: {reason}")
        note(f"wrong result, left out: {self.wrong[-1]}")

    def count(self, task, name, library, count, check=lambda: None):
        if self.is_right(lambda _: check(), None, task, name, library):
            self.write(task, name, library, "bytes", [count])

    def count_live_bytes(self, task, name, library, make, check):
        note(f"{library}: {task}: {name}")
        gc.collect()
        before = live_bytes()
        if before is None:
            return
        value = make()
        gc.collect()
        live = live_bytes() - before
        self.count(task, name, library, live, check=lambda: check(value))

    def write(self, task, name, library, unit, samples):
        row = {"task": task, "input": name, "library": library, "unit": unit, "samples": samples}
        print(json.dumps(row, ensure_ascii=False), flush=True)


class Loro:
    """Positions count scalars. A replay is one commit."""

    name = "loro"
    keeps_history = True

    def __init__(self):
        self.doc = loro.LoroDoc()
        self.text = self.doc.get_text("text")

    def apply(self, patches):
        text = self.text
        for position, deleted, inserted in patches:
            if deleted:
                text.delete(position, deleted)
            if inserted:
                text.insert(position, inserted)
        self.doc.commit()

    def version(self):
        return self.doc.oplog_vv

    def updates(self, version=None):
        return self.doc.export(loro.ExportMode.Updates(version or loro.VersionVector()))

    def merge(self, updates):
        self.doc.import_(updates)

    def read(self):
        return self.text.to_string()

    def save(self):
        return self.doc.export(loro.ExportMode.Snapshot())

    load = load_to_merge = merge


class Yrs:
    """Positions count bytes of UTF-8. Deleted text is dropped on the way."""

    name = "yrs"
    keeps_history = False

    def __init__(self):
        self.doc = pycrdt.Doc()
        self.text = self.doc.get("text", type=pycrdt.Text)

    def apply(self, patches):
        # Each call is a transaction: one for all of them takes far longer.
        text = self.text
        for position, deleted, inserted in patches:
            if deleted:
                del text[position : position + deleted]
            if inserted:
                text.insert(position, inserted)

    def version(self):
        return self.doc.get_state()

    def updates(self, version=None):
        return self.doc.get_update(version) if version else self.doc.get_update()

    def merge(self, updates):
        self.doc.apply_update(updates)

    def read(self):
        return str(self.text)

    def save(self):
        return self.updates()

    load = load_to_merge = merge


class Automerge:
    """Positions count scalars. Its package has no call for more than one character,
    and takes in nothing but whole documents. A replay is one transaction."""

    name = "automerge"
    keeps_history = True

    # Sessions with more characters inserted can take minutes, a call for each.
    MOST = 400_000

    def __init__(self):
        self.doc = automerge.core.Document()

    def apply(self, patches):
        kind = automerge.core.ScalarType.Str
        with self.doc.transaction() as transaction:
            text = transaction.put_object(
                automerge.core.ROOT, "text", automerge.core.ObjType.Text)
            insert, delete = transaction.insert, transaction.delete
            for position, deleted, inserted in patches:
                # Before deleting: behind what was deleted an insertion takes far longer.
                for character in inserted:
                    insert(text, position, kind, character)
                    position += 1
                for index in range(position + deleted - 1, position - 1, -1):
                    delete(text, index)

    def merge(self, updates):
        self.doc.merge(automerge.core.Document.load(updates))

    def read(self):
        return self.doc.text(self.doc.get(automerge.core.ROOT, "text")[1])

    def save(self):
        return self.doc.save()

    updates = save

    def load(self, saved):
        self.doc = automerge.core.Document.load(saved)

    load_to_merge = load


class Nothing:
    """Does nothing with each patch: what is left is Python's own share."""

    name = "python"

    def delete(self, position, count):
        pass

    def insert(self, position, text):
        pass

    def apply(self, patches):
        for position, deleted, inserted in patches:
            if deleted:
                self.delete(position, deleted)
            if inserted:
                self.insert(position, inserted)


PEERS = [Loro, Yrs]


def peers_for(trace):
    """Those that can replay one person's session, save it and load it again."""
    if trace.is_concurrent:
        return PEERS
    if sum(len(inserted) for _, _, inserted in trace.patches()) > Automerge.MOST:
        note(f"automerge: {trace.name} is left out: its replay takes a minute or more")
        return PEERS
    return PEERS + [Automerge]


def kept(make):
    """What a method of a trace makes for a peer, kept in a file for the other rounds."""

    @functools.wraps(make)
    def answer(self, peer):
        file = self.file.with_suffix(f".{peer.name}.{make.__name__}")
        if not file.exists():
            file.write_bytes(pickle.dumps(make(self, peer)))
        return pickle.loads(file.read_bytes())

    return functools.cache(answer)


class Trace:
    """A recorded session, with the positions that each peer counts in."""

    def __init__(self, file):
        data = json.loads(file.read_text(encoding="utf-8"))
        self.file, self.name = file, file.stem
        self.start = data.get("startContent") or ""
        self.end = data["endContent"]
        self.transactions = data["txns"]
        self.is_concurrent = any(t.get("parents") is not None for t in self.transactions)
        if self.is_concurrent:
            self.is_ascii = is_ascii(self.patches())
        else:
            self.is_ascii = is_ascii(self.patches()) and self.start.isascii()

    def patches(self):
        start = [[0, 0, self.start]] if self.start else []
        return start + [p for t in self.transactions for p in t["patches"]]

    def patches_for(self, peer):
        patches = self.patches()
        return patches if peer is not Yrs or self.is_ascii else in_bytes(patches)

    @kept
    def played(self, peer):
        """After all edits the peer's updates, its saved form and its text, and each
        transaction of a concurrent trace as its author sends it: all of one play,
        since what peers do with text typed at once may depend on names drawn at random."""
        if self.is_concurrent:
            document, messages = self.session(peer)
        else:
            document, messages = peer(), []
            document.apply(self.patches_for(peer))
        return document.updates(), document.save(), document.read(), messages

    def whole(self, peer):
        """The peer's updates and its saved form after all edits."""
        return self.played(peer)[:2]

    def messages(self, peer):
        """Each transaction of a concurrent trace as its author sends it."""
        return self.played(peer)[3]

    def ending(self, peer):
        """The text at the end: as recorded, but for a peer that puts what was typed at
        once in another order. Then it is what its own replicas end with."""
        return self.played(peer)[2] if self.is_concurrent else self.end

    def session(self, peer):
        """Plays a concurrent trace, one replica an agent: the merge of all, and
        each transaction as its author sends it."""
        replicas, known, messages, whole = {}, {}, [], peer()
        for index, transaction in enumerate(self.transactions):
            agent = transaction.get("agent") or 0
            replica = replicas.setdefault(agent, peer())
            seen = known.setdefault(agent, set())
            for missing in self.missing(transaction.get("parents") or [], seen):
                replica.merge(messages[missing])
            before = replica.version()
            replica.apply(transaction["patches"])
            seen.add(index)
            messages.append(replica.updates(before))
            whole.merge(messages[-1])
        return whole, messages

    def missing(self, parents, seen):
        """The transactions before `parents` that are not in `seen`, which gets them."""
        found, rest = [], [p for p in parents if p not in seen]
        while rest:
            index = rest.pop()
            if index in seen:
                continue
            seen.add(index)
            found.append(index)
            rest += [p for p in self.transactions[index].get("parents") or [] if p not in seen]
        return sorted(found)


def is_ascii(patches):
    return all(inserted.isascii() for _, _, inserted in patches)


def in_bytes(patches):
    """The same patches with positions in bytes of UTF-8."""
    text, result = "", []
    for position, deleted, inserted in patches:
        start = len(text[:position].encode())
        gone = len(text[position : position + deleted].encode())
        text = text[:position] + inserted + text[position + deleted :]
        result.append([start, gone, inserted])
    return result


def replay(traces, forks, recorder):
    for trace in traces:
        if trace.is_concurrent:
            continue
        for peer in [Nothing] + peers_for(trace):
            with recorder.rows("replay", trace.name, peer.name):
                patches = trace.patches_for(peer)

                def run(document, patches=patches):
                    document.apply(patches)
                    return document

                def check(document, trace=trace):
                    if not isinstance(document, Nothing):
                        compare(document, trace)

                # A peer's call is the same whatever it is compared with.
                rows = Copies(recorder, [", a String per patch", ", prepared text"])
                rows.time("replay", trace.name, peer.name, run, set_up=peer, check=check)


class Copies:
    """Records one measurement under several names."""

    def __init__(self, recorder, endings):
        self.recorder, self.endings = recorder, endings

    def time(self, task, name, *rest, **others):
        copies, recorder = self.endings, Recorder()
        recorder.write = lambda _, __, library, unit, samples: [
            self.recorder.write(task, name + ending, library, unit, samples) for ending in copies
        ]
        recorder.time(task, name, *rest, **others)


def receive(traces, forks, recorder):
    for trace in traces:
        for peer in peers_for(trace):
            with recorder.rows("receive", trace.name, peer.name):
                updates, _ = trace.whole(peer)

                def run(document, updates=updates):
                    document.merge(updates)
                    document.read()
                    return document

                recorder.time(
                    "receive", trace.name, peer.name, run, set_up=peer,
                    check=lambda document: compare(document, trace),
                )


def stream(traces, forks, recorder):
    for trace in traces:
        if not trace.is_concurrent:
            continue
        for peer in PEERS:
            with recorder.rows("stream", trace.name, peer.name):
                messages = trace.messages(peer)

                def run(document, messages=messages):
                    for message in messages:
                        document.merge(message)
                    return document

                recorder.time(
                    "stream", trace.name, peer.name, run, set_up=peer,
                    check=lambda document: compare(document, trace),
                )


def fork(traces, forks, recorder):
    for file in forks:
        data = json.loads(file.read_text(encoding="utf-8"))
        name = data["name"]
        for peer in PEERS:
            with recorder.rows("fork", name, peer.name):
                if not all(is_ascii(data[part]) for part in ("base", "mine", "theirs")):
                    continue
                mine, theirs = peer(), peer()
                mine.apply(data["base"])
                theirs.merge(mine.updates())
                parting = mine.version()
                mine.apply(data["mine"])
                theirs.apply(data["theirs"])
                updates, saved = theirs.updates(parting), mine.updates()
                theirs.merge(saved)

                def run(document, updates=updates):
                    document.merge(updates)
                    return document

                def check(document, theirs=theirs, data=data):
                    compare_fork(document, theirs, data)

                recorder.count(
                    "fork", f"{name}, bytes of the delta", peer.name, len(updates),
                    check=lambda: check(run(loaded(peer, saved))),
                )
                recorder.time(
                    "fork", f"{name}, by delta", peer.name, run,
                    set_up=lambda: loaded(peer, saved), check=check,
                )


def compare_fork(mine, theirs, data):
    """Both sides show the same, as long as it must be: what one deleted the other
    may have deleted too."""
    text = mine.read()
    if text != theirs.read():
        raise WrongResult("the two sides differ")
    parts = [data[part] for part in ("base", "mine", "theirs")]
    deleted = [sum(patch[1] for patch in part) for part in parts]
    least = sum(len(patch[2]) for part in parts for patch in part) - sum(deleted)
    if not least <= len(text) <= least + min(deleted[1:]):
        raise WrongResult(f"{len(text)} characters, not {least} or a few more")


def loaded(peer, updates):
    document = peer()
    document.load_to_merge(updates)
    document.read()
    return document


def load(traces, forks, recorder):
    for trace in traces:
        for peer in peers_for(trace):
            with recorder.rows("load", trace.name, peer.name):
                updates, saved = trace.whole(peer)

                def read(document, saved=saved):
                    document.load(saved)
                    document.read()
                    return document

                recorder.time(
                    "load", f"{trace.name}, to read, from canonical bytes", peer.name, read,
                    set_up=peer, check=lambda document: compare(document, trace),
                )

                def merge(document, updates=updates):
                    document.load_to_merge(updates)
                    return document

                recorder.time(
                    "load", f"{trace.name}, to merge", peer.name, merge,
                    set_up=peer, check=lambda document: compare(document, trace),
                )


def save(traces, forks, recorder):
    for trace in traces:
        for peer in peers_for(trace):
            with recorder.rows("save", trace.name, peer.name):
                # A peer may keep what it wrote: each run saves a document made anew.
                updates, _ = trace.whole(peer)
                recorder.time(
                    "save", trace.name, peer.name,
                    lambda document: document.save(), set_up=lambda: loaded(peer, updates),
                    check=lambda saved: compare(loaded(peer, saved), trace),
                )


def bytes_(traces, forks, recorder):
    for trace in traces:
        for peer in peers_for(trace):
            with recorder.rows("bytes", trace.name, peer.name):
                updates, _ = trace.whole(peer)
                ending = "full history" if peer.keeps_history else "deleted text dropped"
                recorder.count(
                    "bytes", f"{trace.name}, {ending}", peer.name, len(updates),
                    check=lambda: compare(loaded(peer, updates), trace),
                )


def memory(traces, forks, recorder):
    for trace in traces:
        for peer in PEERS:
            with recorder.rows("memory", trace.name, peer.name):
                if not trace.is_concurrent:
                    patches = trace.patches_for(peer)

                    def replayed(peer=peer, patches=patches):
                        document = peer()
                        document.apply(patches)
                        return document

                    recorder.count_live_bytes(
                        "memory", f"{trace.name}, after replay", peer.name, replayed,
                        check=lambda document: compare(document, trace))
                updates, _ = trace.whole(peer)
                recorder.count_live_bytes(
                    "memory", f"{trace.name}, after load", peer.name,
                    lambda peer=peer, updates=updates: loaded(peer, updates),
                    check=lambda document: compare(document, trace))


def compare(document, trace):
    if document.read() != trace.ending(type(document)):
        raise WrongResult("ends with another text than it should")


def note(line):
    print(line, file=sys.stderr)


TASKS = {
    "replay": replay, "receive": receive, "stream": stream, "fork": fork, "load": load,
    "save": save, "bytes": bytes_, "memory": memory,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", type=pathlib.Path)
    parser.add_argument("--tasks", default="", help="names with commas between; else all")
    options = parser.parse_args()
    chosen = [name for name in options.tasks.split(",") if name]
    traces = [Trace(file) for file in sorted((options.inputs / "traces").glob("*.json"))]
    forks = sorted((options.inputs / "forks").glob("*.json"))
    for name, task in TASKS.items():
        if not chosen or name in chosen:
            task(traces, forks, Recorder())
    if Recorder.wrong:
        sys.exit(3)


if __name__ == "__main__":
    main()
