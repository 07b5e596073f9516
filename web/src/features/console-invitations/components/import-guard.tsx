import { useEffect } from 'react'
import { UnsavedGuard } from '../../../components/ui/unsaved-guard.tsx'
import type { Import } from '../use-import.ts'

/** Asks before the page is left, or its tab closed, in the middle of an import: the browser keeps no copy of the file. */
export function ImportGuard({ members: { state, isOpen } }: { members: Import }) {
  useEffect(() => {
    if (!isOpen) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isOpen])
  return (
    <UnsavedGuard
      dirty={isOpen}
      text={
        state.step === 'sending'
          ? 'Not all invitations have been sent. Those that were stay, and the same file can be imported again.'
          : 'Your import has not been sent yet.'
      }
    />
  )
}
