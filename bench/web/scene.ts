import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../contract/src/database.types.ts'

type Client = SupabaseClient<Database>

/** What an open page must show: a text or label that has appeared, or that has gone. */
export interface Sight {
  text?: string
  label?: string
  gone?: boolean
  /** Text of the article in which it is looked for; otherwise the whole page. */
  within?: string
}

/** One change by somebody else, and what the open page shows then. */
export interface Act {
  name: string
  change(): PromiseLike<unknown>
  sight: Sight
  /** A control that brings the change into sight, e.g. the pill of new posts; pressed after the measurement. */
  thenPress?: string
}

/** A page that one person has open, and a life of what it shows: made, changed, hidden, deleted. */
export interface Scene {
  path: string
  viewer?: 'finn' | 'admin'
  /** Pressed once after the page has been loaded: a button of the article with that text. */
  open?: { button: string; within: string }
  prepare?(): PromiseLike<unknown>
  /** One round; every round has its own rows. */
  life(): Act[]
}

export interface Cast {
  tom: Client
  finn: Client
  admin: Client
  tomId: string
  finnId: string
}

export const MINUTE = 60_000
export const at = (ms: number) => new Date(Date.now() + ms).toISOString()
export const mark = (what: string) => `${what} ${randomUUID().slice(0, 8)}`
