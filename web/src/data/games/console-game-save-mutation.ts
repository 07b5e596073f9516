import { useMutation, useQueryClient } from '@tanstack/react-query'
import { StaleError } from '../../lib/stale-error.ts'
import { supabase } from '../../lib/supabase.ts'
import type { WeightUnit } from '../../lib/weight.ts'
import type { GameType } from './game.ts'
import { gamesKeys } from './keys.ts'

/** What an admin says about a game. */
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
  /** The answer to seal, in that unit or as a square; null keeps the one that is sealed, if any. */
  answer: number | null
}

/** Makes a game; it starts as a draft. */
export function useGameCreateMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createGame,
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

/** Changes a draft as it was seen at `updatedAt`; fails with {@link StaleError} when it has changed since. */
export function useGameUpdateMutation(gameId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fields, updatedAt }: { fields: GameFields; updatedAt: string }) =>
      updateDraft(gameId, fields, updatedAt),
    onSettled: () => queryClient.invalidateQueries({ queryKey: gamesKeys.all }),
  })
}

async function createGame(fields: GameFields): Promise<void> {
  const client = await supabase()
  await client
    .from('games')
    .insert({ ...rowOf(fields), type: fields.type, status: 'draft' })
    .throwOnError()
}

async function updateDraft(gameId: string, fields: GameFields, updatedAt: string): Promise<void> {
  const client = await supabase()
  const { data } = await client
    .from('games')
    .update(rowOf(fields))
    .eq('id', gameId)
    .eq('status', 'draft')
    .eq('updated_at', updatedAt)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new StaleError()
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
