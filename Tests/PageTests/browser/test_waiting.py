# SPDX-License-Identifier: MIT
"""The reads that wait, with stand-ins for pages."""

import unittest

import waiting


class Page:
    """Answers each evaluation with the next of its readings; the last one stays. An exception is thrown."""

    errors = ["an error of the page"]

    def __init__(self, *readings):
        self.readings = list(readings)

    def evaluate(self, expression, argument=None):
        reading = self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]
        if isinstance(reading, Exception):
            raise reading
        return reading

    def bounding_box(self):
        return self.evaluate("")


class WaitingTests(unittest.TestCase):
    def test_a_condition_is_waited_for(self):
        self.assertEqual(waiting.until(Page(None, RuntimeError("no context"), 0, "yes"), "condition"), "yes")
        for reading, words in ((0, "never came true: condition with 7: 0; .'an error of the page'."),
                               (RuntimeError("no context"), "never came true: condition with 7: no context")):
            with self.assertRaisesRegex(AssertionError, words):
                waiting.until(Page(reading), "condition", 7, limit=0)

    def test_a_value_is_waited_for(self):
        waiting.becomes(Page([1], RuntimeError("no element"), [], "last"), "expression", [])
        with self.assertRaisesRegex(AssertionError, "never became 3: expression with None: 2"):
            waiting.becomes(Page(2), "expression", 3, limit=0)

    def test_a_function_is_asked_until_it_reads_a_value(self):
        readings = iter([0, 1])
        waiting.reads(lambda: next(readings), 1)
        with self.assertRaisesRegex(AssertionError, "never read 1: 2"):
            waiting.reads(lambda: 2, 1, limit=0)

    def test_a_value_that_stays_is_compared_once(self):
        waiting.stays(Page(False, True, "same", "other"), "expression", "same", after="condition")
        with self.assertRaisesRegex(AssertionError, "became other instead of same: expression"):
            waiting.stays(Page(True, "other", "same"), "expression", "same", after="condition")

    def test_numbers_come_to_rest(self):
        readings = iter([[1, 1], [2, 1], [3, 1], [3.5, 1], [4, 1]])
        self.assertEqual(waiting.steady(lambda: next(readings), within=1), [4, 1])
        numbers = iter(range(100_000))
        with self.assertRaisesRegex(AssertionError, "never came to rest"):
            waiting.steady(lambda: [next(numbers)], limit=0)

    def test_an_element_comes_to_its_place(self):
        waiting.top_becomes(Page({"y": 1}, RuntimeError("not there"), {"y": 11}), 10)
        limit, waiting.LIMIT = waiting.LIMIT, 0
        self.addCleanup(setattr, waiting, "LIMIT", limit)
        with self.assertRaisesRegex(AssertionError, "never came to 10: 13"):
            waiting.top_becomes(Page({"y": 13}), 10)


if __name__ == "__main__":
    unittest.main(verbosity=2)
