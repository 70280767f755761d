// SPDX-License-Identifier: MIT

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random, seeds } from './random.mjs'

test('Seeds are the same in each run, unless one is asked for', () => {
  const cases = [
    [{}, [1, 2, 3, 4]], [{ DECENT_SEED: '', DECENT_SCALE: '' }, [1, 2, 3, 4]], [{ DECENT_SEED: '7' }, [7]],
    [{ DECENT_SCALE: '1.5' }, [1, 2, 3, 4, 5, 6]], [{ DECENT_SCALE: '0.1' }, [1]],
    [{ DECENT_SEED: '7', DECENT_SCALE: '0.5' }, [7, 8]],
  ]
  for (const [environment, expected] of cases) {
    assert.deepEqual(seeds(4, environment), expected, JSON.stringify(environment))
  }
})

test('One seed makes the same choices, another seed others', () => {
  const choices = (seed) => {
    const random = new Random(seed)
    return Array.from({ length: 20 }, () => random.below(100))
  }
  assert.deepEqual(choices(3), choices(3))
  assert.notDeepEqual(choices(3), choices(4))
})
