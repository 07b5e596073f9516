import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRoot } from '../../engine/src/index.ts'
import type { Mutant } from './mutant.ts'

/** What the command line asks for. */
export interface Selection {
  domain?: string
  kind?: string
  /** A part of the names. */
  name?: string
  sample?: number
}

/** The mutants that were asked for. */
export function select(
  mutants: readonly Mutant[],
  { domain, kind, name = '', sample }: Selection,
  day: string,
): Mutant[] {
  const ofDomain = domain === undefined ? () => true : belongsTo(domain)
  const asked = mutants.filter(
    (mutant) => (kind === undefined || mutant.kind.includes(kind)) && mutant.name.includes(name) && ofDomain(mutant),
  )
  return sample === undefined ? asked : sampleOf(asked, sample, day)
}

/**
 * @param domain a file of `supabase/schema`, for what is made in it, or a part of the name of a table or function.
 */
function belongsTo(domain: string): (mutant: Mutant) => boolean {
  const file = join(findRoot(), 'supabase/schema', `${domain}.sql`)
  if (!existsSync(file)) return ({ touches: [first = ''] }) => first.includes(domain)
  const made = new Set(
    [...readFileSync(file, 'utf8').matchAll(/^create (?:or replace )?(?:table|view|function) ([\w.]+)/gim)].map(
      ([, name]) => name,
    ),
  )
  return ({ touches: [first] }) => made.has(first)
}

/** Other ones each day, the same ones in all runs of a day. */
export function sampleOf<T>(all: readonly T[], size: number, day: string): T[] {
  const random = generator(Number(day.replaceAll('-', '')))
  const rest = [...all]
  return Array.from({ length: Math.min(size, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat()
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
