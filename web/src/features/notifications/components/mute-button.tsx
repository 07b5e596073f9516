import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { notificationFailureText } from '../../../data/notifications/failure-text.ts'
import { isMutedQuery, useMuteMutation } from '../../../data/notifications/mutes.ts'

/**
 * Mutes or unmutes a post, a game or a member; nothing while the state is loading. If it cannot be loaded, the button
 * offers muting, which has no effect on a muted subject.
 */
export function MuteButton({ subjectId, what }: { subjectId: string; what: 'post' | 'game' | 'member' }) {
  const { isError, data: muted = isError ? false : undefined } = useQuery(isMutedQuery(subjectId))
  const mute = useMuteMutation()
  const toast = useToast()
  if (muted === undefined) return null
  const Icon = muted ? BellIcon : BellOff
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<Icon className="icon" aria-hidden="true" />}
      disabled={mute.isPending}
      onClick={() =>
        mute.mutate(
          { subjectId, muted: !muted },
          {
            onSuccess: () =>
              toast(
                muted
                  ? 'You will be notified again.'
                  : `You will no longer get notifications ${what === 'member' ? 'from' : 'about'} this ${what}.`,
              ),
            onError: (error) =>
              toast(notificationFailureText(`${muted ? 'unmute' : 'mute'} this ${what}`, error), true),
          },
        )
      }
    >
      {muted ? `Unmute this ${what}` : `Mute this ${what}`}
    </Button>
  )
}
