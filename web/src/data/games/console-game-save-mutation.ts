import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasValues } from '../../lib/has-values.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import type { WeightUnit } from '../../lib/weight.ts'
import type { GameState } from './console-game.ts'
import type { GameType } from './game.ts'
import { gamesKeys } from './keys.ts'

/** An admin's values for a game. */
export interface GameFields {
  type: GameType
  title: string
  description: string
  imageUrl: string | null
  startDate: string
  endDate: string
  winnerPoints: number
  placePoints: readonly [number, number, number]
  packageId: string | null
  /** Unit of a guess-the-weight game. */
  unit: WeightUnit
  /** The answer to seal, in that unit or as a square; null keeps the sealed one, if any. */
  answer: number | null
}

/** A new game and its request ID, the same for every attempt; the database creates the game once. */
export interface NewGame {
  requestId: string
  fields: GameFields
}

/** Creates a game as a draft; safe to repeat. */
export function useGameCreateMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createGame,
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

/** Changes a draft from the version `updatedAt`; fails with {@link StaleError} when it has changed since. */
export function useGameUpdateMutation(gameId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fields, updatedAt }: { fields: GameFields; updatedAt: string }) =>
      update(gameId, 'draft', rowOf(fields), updatedAt, fields.answer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

/**
 * Corrects the fields that may change in a running game, from the version `updatedAt`; fails with {@link StaleError}
 * when it has changed since. Start and answer are not sent.
 */
export function useGameCorrectionMutation(gameId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fields, updatedAt }: { fields: GameFields; updatedAt: string }) => {
      const { start_date: _start, metadata: _answer, ...rest } = rowOf(fields)
      return update(gameId, 'active', rest, updatedAt)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

async function createGame({ requestId, fields }: NewGame): Promise<void> {
  const client = await supabase()
  const row = rowOf(fields)
  const { error } = await client
    .from('games')
    .insert({ request_id: requestId, ...row, type: fields.type, status: 'draft' })
  if (!error) return
  // The answer to an earlier attempt may have been lost: then the draft exists, and only its values may differ.
  const id = isRepeated(error) && (await rowOfRequest(client, requestId))
  if (!id) throw error
  const { data } = await client.from('games').update(row).eq('id', id).eq('status', 'draft').select('id').throwOnError()
  if (data.length === 0) throw error
}

async function update(
  gameId: string,
  state: GameState,
  row: Partial<ReturnType<typeof rowOf>>,
  updatedAt: string,
  sealed: number | null = null,
): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('games')
    .update(row)
    .eq('id', gameId)
    .eq('status', state)
    .eq('updated_at', updatedAt)
    .select('id')
    .throwOnError()
  // An earlier attempt may have been written although its answer was lost.
  if (data.length === 0 && !(await isSaved(gameId, state, row, sealed))) throw new StaleError()
}

/** Whether the game has the wanted values and the wanted answer; the row itself shows only that it has an answer. */
async function isSaved(
  id: string,
  status: GameState,
  { metadata, ...row }: Partial<ReturnType<typeof rowOf>>,
  sealed: number | null,
): Promise<boolean> {
  const client = await supabase()
  const { data: now } = await client
    .from('games')
    .select(`title, description, image_url, start_date, end_date, points_awarded, first_place_points,
      second_place_points, third_place_points, prize_package_id, status, unit:metadata->>unit`)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!hasValues(now, { ...row, status, ...(metadata && 'unit' in metadata && { unit: metadata.unit }) })) return false
  if (sealed === null) return true
  const { data } = await client.rpc('game_answer', { game_id: id }).throwOnError()
  return Object.values((data ?? {}) as Record<string, unknown>).includes(sealed)
}

function rowOf(fields: GameFields) {
  const [first_place_points, second_place_points, third_place_points] = fields.placePoints
  return {
    title: fields.title,
    description: fields.description,
    image_url: fields.imageUrl,
    start_date: fields.startDate,
    end_date: fields.endDate,
    points_awarded: fields.winnerPoints,
    first_place_points,
    second_place_points,
    third_place_points,
    prize_package_id: fields.packageId,
    metadata: metadataOf(fields),
  }
}

function metadataOf({ type, unit, answer }: GameFields) {
  if (type === 'guess_weight') return answer === null ? { unit } : { unit, actual_weight: answer }
  return type === 'pick_swim' && answer !== null ? { winning_square: answer } : {}
}
