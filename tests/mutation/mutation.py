#!/usr/bin/env python3
# SPDX-License-Identifier: MIT-0
"""Changes the headers, one small thing at a time, and asks whether a test sees each change. A mutant that no test sees
survives: either a test is missing, or the program is the same, and equivalent.list says why."""
import argparse
import concurrent.futures
import os
import random
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
import killers  # noqa: E402
import mutants  # noqa: E402
import report  # noqa: E402
import trial  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("headers", nargs="*", metavar="HEADER", help="such as heap4.h; all that tests look at if none")
    parser.add_argument("--seed", type=int, default=1, help="which mutants --sample takes (1)")
    parser.add_argument("--sample", type=int, metavar="N", help="try N mutants that compile; all if not given")
    parser.add_argument("--only", metavar="TEXT", help="try the mutants whose name contains TEXT")
    parser.add_argument("--unlisted", action="store_true", help="leave out what equivalent.list names: such a mutant "
                        "passes all tests, which takes the longest")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at once (2)")
    parser.add_argument("--results", metavar="FILE", help="read what is known of killed mutants, and add to it: a run "
                        "that was stopped goes on")
    parser.add_argument("--list", action="store_true", help="print the names of the mutants, and try none")
    parser.add_argument("--show", action="store_true", help="print where these mutants are, and their changes; try none")
    parser.add_argument("--summary", metavar="FILE", help="write the table and the survivors there too, as Markdown")
    parser.add_argument("--goal", type=float, default=97, metavar="PERCENT", help="fail below (97)")
    args = parser.parse_args()
    for header in args.headers:
        if header not in killers.HEADERS:
            parser.error("no header %s that tests look at: %s" % (header, " ".join(killers.HEADERS)))
    for option in ("sample", "jobs"):
        if getattr(args, option) is not None and getattr(args, option) < 1:
            parser.error("--%s wants a number from 1" % option)
    for program in ("tcc", "gcc"):
        if not shutil.which(program):
            parser.error("no %s here (Debian: tcc gcc gcc-12-multilib)" % program)
    return args


def headers():
    """The texts of all headers, by name."""
    texts = {}
    for name in os.listdir(killers.SOURCE):
        if name.endswith(".h"):
            with open(os.path.join(killers.SOURCE, name), encoding="utf-8") as file:
                texts[name] = file.read()
    return texts


def candidates(args, texts):
    """The mutants to try, in the order of the seed if only some are."""
    found = [m for h in args.headers or killers.HEADERS for m in mutants.mutants(h, texts[h])]
    listed = report.read_equivalent() if args.unlisted else ()
    found = [m for m in found if (not args.only or args.only in m.key) and m.key not in listed]
    if args.sample:
        random.Random(args.seed).shuffle(found)
    return found


def shown(text, mutant):
    """Where a mutant is, its name, and the lines that it changes."""
    lines = list(zip(text.split("\n"), mutants.mutated(text, mutant).split("\n")))
    changed = [(before, after) for before, after in lines if before != after]
    where = "%s:%d: %s" % (mutant.header, text.count("\n", 0, mutant.begin) + 1, mutant.key)
    return "\n".join([where] + ["- " + before for before, _ in changed] + ["+ " + after for _, after in changed])


def run(args, texts, found, work):
    """(mutant, verdict) of each, in their order, until there are as many that are counted as are asked for."""
    known = report.read_results(args.results, texts)
    bench = trial.Bench(texts, work, args.jobs)

    def judge(mutant):
        if mutant.key in known:
            return known[mutant.key]
        verdict = bench.judge(mutant)
        report.note(args.results, texts[mutant.header], mutant, verdict)
        return verdict

    tried, counted = [], 0
    pool = concurrent.futures.ThreadPoolExecutor(args.jobs)
    try:
        for m, future in [(m, pool.submit(judge, m)) for m in found]:
            tried.append((m, future.result()))
            counted += tried[-1][1].counts
            report.progress(args, *tried[-1], counted, len(tried), len(found))
            if counted == args.sample:
                break
    finally:
        pool.shutdown(cancel_futures=True)
    return tried


def main():
    args, texts = arguments(), headers()
    found = candidates(args, texts)
    if args.list or args.show:
        print("\n".join(shown(texts[m.header], m) if args.show else m.key for m in found))
        return 0
    with tempfile.TemporaryDirectory() as work:
        tried = run(args, texts, found, work)
    return report.finish(args, texts, tried, len(found))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("mutation.py: stopped")
    except trial.Unsound as unsound:
        sys.exit("mutation.py: %s" % unsound)
