import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { againIfLost } from '../../lib/answer-lost.ts'
import { supabase } from '../../lib/supabase.ts'
import { notificationsKeys } from './keys.ts'

export interface Muted {
  subjectId: string
  kind: 'post' | 'game' | 'member' | undefined
  /** Undefined for what the viewer can no longer see. */
  title: string | undefined
  path: string | undefined
}

/** The posts, games and members that the viewer has muted, newest first. */
export const mutedQuery = () =>
  queryOptions({
    queryKey: notificationsKeys.mutes(),
    queryFn: async ({ signal }): Promise<Muted[]> => {
      const client = await supabase()
      const { data } = await client.rpc('muted_subjects', undefined, { get: true }).abortSignal(signal).throwOnError()
      return data.map((row) => ({
        subjectId: row.subject_id,
        kind: row.kind === 'post' || row.kind === 'game' || row.kind === 'member' ? row.kind : undefined,
        title: row.title ?? undefined,
        path: row.path ?? undefined,
      }))
    },
  })

/** Whether the viewer has muted a post, a game or a member. */
export const isMutedQuery = (subjectId: string) =>
  queryOptions({
    queryKey: notificationsKeys.mute(subjectId),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .rpc('is_muted', { subject_id: subjectId }, { get: true })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })

/** Mutes or unmutes a post, a game or a member. */
export function useMuteMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ subjectId, muted }: { subjectId: string; muted: boolean }) => {
      const client = await supabase()
      await againIfLost(async () =>
        client.rpc('mute_notifications', { subject_id: subjectId, is_muted: muted }).throwOnError(),
      )
    },
    onSuccess: (_, { subjectId, muted }) => queries.setQueryData(notificationsKeys.mute(subjectId), muted),
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKeys.mutes() }),
  })
}
