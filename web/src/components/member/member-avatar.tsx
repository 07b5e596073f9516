import { Link } from 'react-router'
import { useUserId } from '../../hooks/use-session.ts'
import { Avatar, type AvatarProps } from '../ui/avatar.tsx'
import { memberPath } from './member-path.ts'

/**
 * The picture of a member, which leads to their page. The name beside it is the link for keyboards and screen readers, so
 * that they meet it once.
 */
export function MemberAvatar(props: AvatarProps) {
  const member = useUserId() !== undefined
  const to = member && memberPath(props.name)
  const avatar = <Avatar {...props} />
  return to ? (
    <Link to={to} tabIndex={-1} aria-hidden="true" className="avatar-link">
      {avatar}
    </Link>
  ) : (
    avatar
  )
}
