import type { GameType } from './game.ts'

/**
 * The views of the list. `active` games are `upcoming` until their start, `open` until their end, and then wait to be
 * completed (`to_settle`).
 */
export const GAME_VIEWS = ['all', 'to_settle', 'open', 'upcoming', 'draft', 'completed', 'cancelled'] as const
export type GameView = (typeof GAME_VIEWS)[number]

export const GAME_SORTS = ['created', 'title', 'end'] as const
export type GameSort = (typeof GAME_SORTS)[number]

export interface GamesFound {
  /** Part of a title; empty finds all. */
  text: string
  view: GameView
  type: GameType | undefined
}

export interface GamesSearch extends GamesFound {
  sort: GameSort
  descending: boolean
  /** From 1. */
  page: number
}
