import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { referrerQuery } from '../../../data/auth/referrer-query.ts'

/** Says who invited the guest. An unknown member, or one that cannot be looked up, is simply not named. */
export function ReferrerBanner({ referrerId }: { referrerId: string }) {
  const { data: username } = useQuery(referrerQuery(referrerId))
  if (!username) return null
  return (
    <Banner
      tone="success"
      className="auth-banner auth-referrer"
      icon={<Avatar id={referrerId} name={username} size={36} />}
    >
      You are being referred by <b className="strong">{username}</b>
    </Banner>
  )
}
