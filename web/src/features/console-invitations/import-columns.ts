import * as z from 'zod/mini'
import { oneAddress } from './addresses.ts'
import type { Table } from './read-table.ts'

export type Field = 'address' | 'name' | 'joined' | 'points'

/** The column of each field, counted from 0; undefined when the file has none. */
export interface Columns {
  address: number
  name: number | undefined
  joined: number | undefined
  points: number | undefined
}

/** The same as it is chosen; blank for none. */
export type ChosenColumns = Record<Field, string>

// What other sites call them, the likeliest first.
const NAMES: Record<Field, readonly RegExp[]> = {
  address: [/^e ?mail$/, /^e ?mail address$/, /\be ?mail\b/, /\bmail\b/],
  name: [
    /^user ?name$/,
    /^(nick|nickname|display name|screen name|login|user|member name|handle)$/,
    /^(name|full name|member)$/,
    /\buser ?name\b|\bnickname\b/,
  ],
  joined: [
    /^(joined|join date|date joined|joined on|joined at|member since)$/,
    /^(registered|registration date|registered on|registered at|sign ?up date|created|created at)$/,
    /\bjoin(ed)?\b|\bmember since\b|\bregistered\b/,
  ],
  points: [/^(points|total points|points total|points balance)$/, /^(score|balance)$/, /\bpoints\b/],
}

/** `memberSince`, `Member_since` and `MEMBER SINCE` are the same. */
const plain = (header: string): string =>
  header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which column is which, by their names; that of the addresses by its content as well. */
export function guessColumns({ headers, rows }: Table): ChosenColumns {
  const names = headers.map(plain)
  const taken = new Set<number>()
  const take = (at: number): string => {
    if (at < 0) return ''
    taken.add(at)
    return String(at)
  }
  const named = (field: Field): number => {
    for (const name of NAMES[field]) {
      const at = names.findIndex((header, at) => !taken.has(at) && name.test(header))
      if (at >= 0) return at
    }
    return -1
  }
  const byName = named('address')
  const sample = rows.slice(0, 100)
  const counts = headers.map((_, at) => sample.filter(({ cells }) => oneAddress(cells[at] ?? '') !== undefined).length)
  const fullest = counts.indexOf(Math.max(...counts))
  const address = take(byName >= 0 && (counts[byName] ?? 0) > 0 ? byName : fullest)
  return { address, name: take(named('name')), joined: take(named('joined')), points: take(named('points')) }
}

const differs = (field: Field, ...others: Field[]) =>
  z.refine<ChosenColumns>(
    (chosen) => chosen[field] === '' || others.every((other) => chosen[other] !== chosen[field]),
    {
      path: [field],
      error: 'This column is chosen already',
    },
  )

const indexOf = (chosen: string): number | undefined => (chosen === '' ? undefined : Number(chosen))

export const columnsSchema = z.pipe(
  z
    .object({
      address: z.string().check(z.refine((chosen) => chosen !== '', 'Choose the column with the email addresses')),
      name: z.string(),
      joined: z.string(),
      points: z.string(),
    })
    .check(
      differs('name', 'address'),
      differs('joined', 'address', 'name'),
      differs('points', 'address', 'name', 'joined'),
    ),
  z.transform(
    ({ address, name, joined, points }): Columns => ({
      address: Number(address),
      name: indexOf(name),
      joined: indexOf(joined),
      points: indexOf(points),
    }),
  ),
)
