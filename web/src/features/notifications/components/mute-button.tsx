import { Button } from '../../../components/ui/button.tsx'
import { type MutedKind, useMuting } from '../use-muting.tsx'

/** Mutes or unmutes a post, a game or a member; nothing while the state is loading. */
export function MuteButton({ subjectId, what }: { subjectId: string; what: MutedKind }) {
  const muting = useMuting(subjectId, what)
  if (!muting) return null
  const { text, icon, isBusy, toggle } = muting
  return (
    <Button variant="ghost" size="sm" icon={icon} aria-disabled={isBusy || undefined} onClick={toggle}>
      {text}
    </Button>
  )
}
