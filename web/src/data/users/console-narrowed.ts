import { serverNow } from '../../lib/server-clock.ts'
import type { UsersFilter } from './console-search.ts'

const DAY = 86_400_000

interface Narrowing {
  eq(column: 'is_suspended' | 'is_admin' | 'is_moderator', value: boolean): this
  gte(column: 'created_at', value: string): this
  or(filters: string): this
}

/** A query of accounts, with only those for which the filter holds. */
export function narrowed<Query extends Narrowing>(query: Query, { status, role, joined }: UsersFilter = {}): Query {
  let left = query
  if (status) left = left.eq('is_suspended', status === 'suspended')
  if (role === 'team') left = left.or('is_admin.eq.true,is_moderator.eq.true')
  if (role === 'admin') left = left.eq('is_admin', true)
  if (role === 'moderator') left = left.eq('is_moderator', true)
  if (role === 'member') left = left.eq('is_admin', false).eq('is_moderator', false)
  if (joined) left = left.gte('created_at', new Date(serverNow() - Number(joined) * DAY).toISOString())
  return left
}
