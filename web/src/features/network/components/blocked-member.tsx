import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { blocksQuery } from '../../../data/network/blocks-query.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { MemberSkeleton } from './member-skeleton.tsx'
import { UnblockButton } from './unblock-button.tsx'

export interface BlockedMemberProps {
  name: string
  /** Puts content on the page of a member. */
  page: (content: ReactNode, title?: string) => ReactNode
  /** If the viewer has not blocked a member of this name. */
  otherwise: ReactNode
}

/** In place of a member's page that shows nothing: says so if the viewer has blocked the member. */
export function BlockedMember({ name, page, otherwise }: BlockedMemberProps) {
  const blocks = useQuery(blocksQuery())
  const member = blocks.data?.find(({ username }) => username.toLowerCase() === name.toLowerCase())
  // After the question whose member has left the page with it.
  useKeptFocus(() => document.querySelector('h1'), `${blocks.isPending} ${member?.id}`)
  if (blocks.isPending) return page(<MemberSkeleton />)
  if (!member) return otherwise
  return page(
    <div className="card">
      <Empty
        icon={<FloatDrawing />}
        title={
          <>
            You have blocked <bdi>{member.username}</bdi>
          </>
        }
        text="You do not see each other in the club, except on the leaderboard and in the results of games."
        action={<UnblockButton member={member} />}
      />
    </div>,
    member.username,
  )
}
