import { useQuery } from '@tanstack/react-query'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { invitationQuery } from '../../../data/referrals/invitation-query.ts'
import { LinkField } from './link-field.tsx'
import { OwnInvitation } from './own-invitation.tsx'

/** The member's own link to the register page. Where the club asks for one, it carries the member's invitation. */
export function ReferralLink({ userId }: { userId: string }) {
  const { data, isLoading } = useQuery(invitationQuery(userId))
  if (isLoading)
    return (
      <SkeletonGroup silent>
        <Skeleton height={44} />
      </SkeletonGroup>
    )
  if (data?.joining === 'closed')
    return <p className="quiet">The club takes no new members at the moment. Your link works again when it does.</p>
  if (data?.joining === 'invitation') return <OwnInvitation userId={userId} invitation={data} />
  return <LinkField path={`/register?ref=${userId}`} />
}
