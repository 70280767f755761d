# SPDX-License-Identifier: MIT
"""Reads of a page that may change: each waits until it reads what the test says.

The tests read a page through these functions and `expect` alone; Scripts/check-page-tests refuses other reads.
"""

import time

from playwright.sync_api import expect

# Seconds after which what has not come true is a failure: more than any test needs on a machine that does much
# else. It decides only how late a failure is told.
LIMIT = 180

# expect(locator).to_be_visible(), .to_have_text(), .to_have_value() and its other assertions poll as long.
expect.set_options(timeout=LIMIT * 1000)


def until(page, condition, argument=None, limit=LIMIT):
    """Waits until a condition is true in the page, and returns its value.

    Polls by evaluate: the page's policy forbids what wait_for_function does.
    """
    return _poll(lambda: page.evaluate(condition, argument), bool, limit, lambda value, error:
                 f"never came true: {condition} with {argument}: {error or value}; {getattr(page, 'errors', '')}")


def becomes(page, expression, value, argument=None, limit=LIMIT):
    """Waits until an expression has a value in the page."""
    _poll(lambda: page.evaluate(expression, argument), lambda read: read == value, limit, lambda read, error:
          f"never became {value}: {expression} with {argument}: {error or read}; {getattr(page, 'errors', '')}")


def result_of(page, action, argument=None):
    """What an action answers: a value of its own, which nothing changes afterwards."""
    return page.evaluate(action, argument)


def reads(read, value, limit=LIMIT):
    """Waits until a function reads a value outside of the page."""
    _poll(read, lambda it: it == value, limit, lambda it, error: f"never read {value}: {error or it}")


def stays(page, expression, value, argument=None, *, after):
    """Waits for `after`, which is true once all is over that could change the value; then compares once."""
    until(page, after)
    read = page.evaluate(expression, argument)
    assert read == value, f"became {read} instead of {value}: {expression} with {argument}"


def steady(read, within=0, limit=LIMIT):
    """Reads numbers until three readings in a row are the same, or differ by `within` at most; returns the last."""
    readings = []

    def again():
        readings.append(read())
        return readings[-3:]

    def is_steady(last):
        return len(last) == 3 and all(max(numbers) - min(numbers) <= within for numbers in zip(*last))

    return _poll(again, is_steady, limit, lambda last, error: f"never came to rest: {error or last}", pause=0.03)[-1]


def box_of(locator):
    """Where an element is once it has come to rest: its `x`, `y`, `width` and `height`."""
    expect(locator).to_be_visible()
    names = ("x", "y", "width", "height")
    return dict(zip(names, steady(lambda: [locator.bounding_box()[name] for name in names])))


def top_becomes(locator, top, within=2):
    """Waits until an element's upper edge is at a place of the window."""
    _poll(lambda: locator.bounding_box()["y"], lambda y: abs(y - top) <= within, LIMIT,
          lambda y, error: f"never came to {top}: {error or y}")


def drawn(page, frames=3):
    """Waits until the page has done what it was asked for and drawn it: some turns of its loop, and as many frames.

    Proves that nothing follows where nothing is left but promises and frames: no timer, storage or request.
    """
    page.evaluate("""async (frames) => {
      for (let frame = 0; frame < frames; frame++) {
        await new Promise((fulfill) => setTimeout(fulfill))
        await new Promise(requestAnimationFrame)
      }
    }""", frames)


def _poll(read, is_right, limit, complaint, pause=0.01):
    """Reads until a reading is right, and returns it. A reading that throws is none: pages and elements come and go."""
    end = time.monotonic() + limit
    while True:
        # The last reading begins after the limit, so that a slow machine does not fail with an old one.
        is_last = time.monotonic() > end
        value = error = None
        try:
            value = read()
            if is_right(value):
                return value
        except Exception as thrown:
            error = thrown
        if is_last:
            raise AssertionError(complaint(value, error))
        time.sleep(pause)
