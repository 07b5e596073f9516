import { useQuery } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import { useToast } from '../../components/feedback/toast.tsx'
import type { Muting } from '../../components/options/options-list.tsx'
import { notificationFailureText } from '../../data/notifications/failure-text.ts'
import { isMutedQuery, useMuteMutation } from '../../data/notifications/mutes.ts'

export type MutedKind = 'post' | 'game' | 'member'

/**
 * Mutes or unmutes a post, a game or a member; undefined while the state is loading. If it cannot be loaded, muting is
 * offered, which has no effect on a muted subject.
 */
export function useMuting(subjectId: string, what: MutedKind): Muting | undefined {
  const { isError, data: isMuted = isError ? false : undefined } = useQuery(isMutedQuery(subjectId))
  const mute = useMuteMutation()
  const toast = useToast()
  if (isMuted === undefined) return undefined
  const toggle = () => {
    // The button takes the focus while it is busy, so it cannot be disabled.
    if (mute.isPending) return
    mute.mutate(
      { subjectId, muted: !isMuted },
      {
        onSuccess: () =>
          toast(
            isMuted
              ? 'You will be notified again.'
              : `You will no longer get notifications ${what === 'member' ? 'from' : 'about'} this ${what}.`,
          ),
        onError: (error) => toast(notificationFailureText(`${isMuted ? 'unmute' : 'mute'} this ${what}`, error), true),
      },
    )
  }
  const Icon = isMuted ? BellIcon : BellOff
  return {
    text: `${isMuted ? 'Unmute' : 'Mute'} this ${what}`,
    icon: <Icon className="icon" aria-hidden="true" />,
    isBusy: mute.isPending,
    toggle,
  }
}
