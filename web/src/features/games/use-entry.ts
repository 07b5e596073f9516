import { useRef, useState } from 'react'
import { useToast } from '../../components/feedback/toast.tsx'
import { type Cast, entryRefusal, useEntryMutation } from '../../data/games/entry-mutation.ts'
import type { Game } from '../../data/games/game.ts'
import { castControl, castRing } from '../../lib/cast-ring.ts'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { keepEntryDraft, readEntryDraft } from './entry-draft.ts'

/** Draft, sending and failure of the one entry of a game. */
export function useEntry(game: Game, userId: string, action: FailedAction) {
  const toast = useToast()
  const entry = useEntryMutation(game, userId)
  const [draft, setDraft] = useState(() => readEntryDraft(userId, game.id))
  const [failure, setFailure] = useState<{ text: string; reason: string | undefined }>()
  // The mutation says that it is under way only with the next rendering; a second tap may come before.
  const sending = useRef(false)

  const change = (text: string) => {
    setDraft(text)
    keepEntryDraft(userId, game.id, text)
  }
  const send = async (cast: Cast) => {
    if (sending.current) return
    sending.current = true
    setFailure(undefined)
    const control = castControl()
    try {
      await entry.mutateAsync(cast)
      castRing(control)
      keepEntryDraft(userId, game.id, '')
      toast('You are in.')
    } catch (error) {
      setFailure({ text: bannerText(action, error), reason: entryRefusal(error) })
    } finally {
      sending.current = false
    }
  }
  return { draft, change, send, busy: entry.isPending, failure, dismissFailure: () => setFailure(undefined) }
}
