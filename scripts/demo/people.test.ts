import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../contract/src/limits.ts'
import { drawCarp } from './carp-drawing.ts'
import { CAST, PEOPLE } from './people.ts'
import { createRng } from './rng.ts'

describe('the people of the demo', () => {
  it('are 60 with different names that the database accepts', () => {
    expect(PEOPLE).toHaveLength(60)
    expect(new Set(PEOPLE.map(({ username }) => username.toLowerCase()))).toHaveLength(60)
    for (const { username } of PEOPLE) {
      expect([...username].length).toBeLessThanOrEqual(LIMITS.username)
      expect(username).toMatch(/^[\p{L}\p{M}\p{N}'._-]+( [\p{L}\p{M}\p{N}'._-]+)*$/u)
    }
  })

  it('have Tom in rank 14 with 2,480 points and 4 badges', () => {
    const ranked = PEOPLE.filter(({ username }) => username !== CAST.suspended).sort((a, b) => b.points - a.points)
    expect(ranked[13]).toMatchObject({ username: CAST.busy, points: 2480, badges: 4 })
    expect(ranked[0]?.points).toBe(6940)
  })
})

describe('the generator', () => {
  it('produces the same numbers, names and drawings for the same seed, and different ones for another seed', () => {
    const [a, b, c] = [createRng(7), createRng(7), createRng(8)]
    expect(a.uuid()).toBe(b.uuid())
    expect(drawCarp(a)).toBe(drawCarp(b))
    expect(drawCarp(c)).not.toBe(drawCarp(a))
  })

  it('samples without repeating and stays within bounds', () => {
    const rng = createRng(1)
    expect(new Set(rng.sample([1, 2, 3, 4, 5], 9))).toHaveLength(5)
    for (let i = 0; i < 500; i++) expect([1, 2, 3]).toContain(rng.int(1, 3))
  })
})
