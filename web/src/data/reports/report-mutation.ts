import { useMutation } from '@tanstack/react-query'
import type { ReportKind } from '../../../../contract/src/column-types.ts'
import { throwFailure } from '../../lib/not-authenticated.ts'
import { isRepeated } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'

export interface NewReport {
  /** Created with the draft and kept for every attempt. */
  requestId: string
  kind: ReportKind
  subjectId: string
  reason: string
  words: string
}

/** Reports a post, a comment, a member or the photo of a game entry to the club team. The database carries out a request once. */
export function useReportMutation() {
  return useMutation({
    mutationFn: async ({ requestId, kind, subjectId, reason, words }: NewReport) => {
      const client = await supabase()
      const answer = await client.rpc('send_report', {
        request_id: requestId,
        kind,
        subject_id: subjectId,
        reason,
        words,
      })
      // Two attempts met: the other one has been carried out.
      if (!isRepeated(answer.error)) throwFailure(answer)
    },
  })
}
