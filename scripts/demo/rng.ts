/** Pseudo-random numbers, the same in every run. */
export interface Rng {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number, including both limits. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different elements, in random order. */
  sample<T>(list: readonly T[], count: number): T[]
  uuid(): string
}

/** Mulberry32: small, fast, good enough for choosing posts and photos. */
export function createRng(seed: number): Rng {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const hex = (digits: number) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join('')
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[int(0, list.length - 1)] as T,
    sample: <T>(list: readonly T[], count: number) => {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1)[0] as T)
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

/** Gives every element once, in random order, before one comes again. */
export function inTurns<T>(rng: Rng, list: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = rng.sample(list, list.length)
    return left.pop() as T
  }
}
