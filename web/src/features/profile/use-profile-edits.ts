import { useEffect, useState } from 'react'
import type { OwnProfile } from '../../data/profile/own-profile-query.ts'
import { keepEdits, readEdits } from './draft-store.ts'
import { draftOf, type ProfileDraft, type ProfileEdits, withEdit } from './profile-draft.ts'

export interface EditedProfile {
  /** What the fields show: the saved profile with the edits over it. */
  draft: ProfileDraft
  dirty: boolean
  change: (change: ProfileEdits) => void
  discard: () => void
  /** Drops the edits that `sent` has saved; what was typed since stays. */
  settle: (sent: ProfileDraft) => void
}

/** The unsaved words of the profile form; they survive a reload of the tab. */
export function useProfileEdits(profile: OwnProfile): EditedProfile {
  const saved = draftOf(profile)
  const [edits, setEdits] = useState<ProfileEdits>(() => withEdit(readEdits(profile.id), {}, saved))
  useEffect(() => keepEdits(profile.id, edits), [profile.id, edits])

  return {
    draft: { ...saved, ...edits },
    dirty: Object.keys(withEdit(edits, {}, saved)).length > 0,
    change: (change) => setEdits((last) => withEdit(last, change, saved)),
    discard: () => {
      setEdits({})
      // At once: the page may be left before the effect has run.
      keepEdits(profile.id, {})
    },
    settle: (sent) => setEdits((last) => withEdit(last, {}, sent)),
  }
}
