import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Sheet } from '../../../components/ui/sheet.tsx'
import { reactorsQuery } from '../../../data/newsfeed/reactors-query.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../reactors.module.css'
import { LOOK } from './reaction-look.tsx'

export interface ReactorsSheetProps {
  postId: string
  /** Number of reactions that the post shows. */
  total: number
  open: boolean
  onClose: () => void
}

/** Who reacted to a post, the latest first. */
export default function ReactorsSheet({ postId, total, open, onClose }: ReactorsSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={formatCount(total, 'reaction')}>
      <Reactors postId={postId} total={total} />
    </Sheet>
  )
}

const MOST_SHAPES = 6

function Reactors({ postId, total }: { postId: string; total: number }) {
  const found = useInfiniteQuery(reactorsQuery(postId))
  if (found.isPending)
    return (
      <SkeletonGroup label="Loading reactions">
        <div className={styles.list}>
          {Array.from({ length: Math.min(total, MOST_SHAPES) }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all the same
            <div className={styles.reactor} key={index}>
              <Skeleton circle width={44} height={44} />
              <Skeleton width="45%" height={16} />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  if (!found.data) return <ErrorBanner action="loadData" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <>
      <ul className={styles.list}>
        {found.data.pages
          .flatMap(({ reactors }) => reactors)
          .map(({ id, reaction, member }) => (
            <li className={styles.reactor} key={id}>
              <MemberAvatar id={member.id} name={member.username} src={member.avatar_url} />
              <b className="grow ellipsis" dir="auto">
                <MemberLink username={member.username} />
              </b>
              {LOOK[reaction].icon}
              <span className="visually-hidden">{LOOK[reaction].name}</span>
            </li>
          ))}
      </ul>
      {found.isFetchNextPageError && <ErrorBanner action="loadData" error={found.error} />}
      {found.hasNextPage && (
        <Button variant="line" block busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
