import { newId } from '../new-id.ts'
import type { FormSchema } from './schema.ts'

/** What a form keeps across a reload of its tab. */
export interface StoredDraft<Values> {
  values: Values
  /** The values that the form started with, and the version of the row that they were read from. */
  start: Values
  version: string | null
  /** ID of the request that sends the values, the same for every attempt. */
  request: string
  /** The text that was sent with that ID, when each text is a request of its own. */
  sent: string | null
}

/** The draft of one form. */
export interface TabDraft<Values> {
  /** The draft, completed with the form's opening values; undefined when there is none. */
  read: (opened: Values) => StoredDraft<Values> | undefined
  keep: (kept: StoredDraft<Values>) => void
  forget: () => void
}

/**
 * Uses session storage: a draft survives a reload of this tab, and closing the tab removes it from a shared computer.
 * Stored values are not trusted: a field whose type does not match the schema opens with its start value.
 * @param writer ID of the member who types. It comes first in the key, so that drafts of other members can be deleted.
 */
export function tabDraft<Values extends object>(
  writer: string,
  form: string,
  schema: FormSchema<Values, unknown>,
): TabDraft<Values> {
  const key = keyOf(writer, form)
  return {
    read: (opened) => {
      const { values, start, version, request, sent } = recordOf(parsed(key))
      if (typeof request !== 'string' || !/^[0-9a-f-]{36}$/.test(request)) return undefined
      return {
        values: over(opened, recordOf(values), schema),
        start: over(opened, recordOf(start), schema),
        version: typeof version === 'string' ? version : null,
        request,
        sent: typeof sent === 'string' ? sent : null,
      }
    },
    keep: (kept) => attempt(() => sessionStorage.setItem(key, JSON.stringify(kept))),
    forget: () => attempt(() => sessionStorage.removeItem(key)),
  }
}

/** Whether this tab has a draft of a form. */
export const hasDraft = (writer: string, form: string): boolean => parsed(keyOf(writer, form)) !== undefined

/** The stored texts of all drafts of a member in this tab. */
export function draftTexts(writer: string): string[] {
  try {
    return Object.keys(sessionStorage)
      .filter((key) => key.startsWith(keyOf(writer, '')))
      .map((key) => sessionStorage.getItem(key) ?? '')
  } catch {
    return []
  }
}

/** A new request ID. */
export const newRequest = newId

const keyOf = (writer: string, form: string) => `bankside-words-${writer}-${form}`

function parsed(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const recordOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

// Storage may be full or forbidden; then a reload loses the draft, as on any other page.
function attempt(act: () => void): void {
  try {
    act()
  } catch {}
}

// A wrong type, not merely an invalid value: a title that is too long was still typed by the member.
const WRONG_KIND = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

function over<Values extends object>(
  opened: Values,
  stored: Record<string, unknown>,
  schema: FormSchema<Values, unknown>,
): Values {
  const known = Object.keys(opened).filter((field) => field in stored)
  const all = { ...opened, ...Object.fromEntries(known.map((field) => [field, stored[field]])) }
  const issues = schema.safeParse(all).error?.issues ?? []
  const wrong = new Set(issues.filter(({ code }) => WRONG_KIND.has(code)).map(({ path }) => path[0]))
  const kept = Object.entries(all).map(([field, value]) =>
    wrong.has(field) ? [field, opened[field as keyof Values]] : [field, value],
  )
  return Object.fromEntries(kept) as Values
}
