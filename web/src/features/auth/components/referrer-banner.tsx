import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { referrerQuery } from '../../../data/auth/referrer-query.ts'
import * as styles from '../auth.module.css'

/** Names the referrer. An unknown member, or one that cannot be loaded, is not named. */
export function ReferrerBanner({ referrerId }: { referrerId: string }) {
  const { data: username } = useQuery(referrerQuery(referrerId))
  if (!username) return null
  return (
    <Banner
      tone="success"
      className={`${styles.notice} ${styles.referrer}`}
      icon={<Avatar id={referrerId} name={username} size={36} />}
    >
      You are being referred by <b className="strong">{username}</b>
    </Banner>
  )
}
