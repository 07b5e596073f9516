// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SessionContext } from '../../hooks/use-session.ts'
import { viewer } from '../../testing/viewer.ts'
import { useRights } from './use-rights.ts'

const MEMBER = { id: 'una', is_admin: false, is_moderator: false }
const MODERATOR = { ...MEMBER, is_moderator: true }
const ADMIN = { ...MEMBER, is_admin: true }
const OWN = { ...MEMBER, id: '7c1e' }
const ALL = { mayChange: true, mayDelete: true }
const DELETE = { mayChange: false, mayDelete: true }
const NONE = { mayChange: false, mayDelete: false }

it.each([
  ['a member', 'a member', viewer('member'), MEMBER, NONE],
  ['a member', 'themselves', viewer('member'), OWN, ALL],
  ['a moderator', 'a member', viewer('moderator'), MEMBER, DELETE],
  ['a moderator', 'themselves', viewer('moderator'), { ...OWN, is_moderator: true }, ALL],
  ['a moderator', 'another moderator', viewer('moderator'), MODERATOR, NONE],
  ['a moderator', 'an admin', viewer('moderator'), ADMIN, NONE],
  ['an admin', 'a member', viewer('admin'), MEMBER, ALL],
  ['an admin', 'another admin', viewer('admin'), ADMIN, ALL],
])('%s with what was written by %s', (_, __, value, author, rights) => {
  const { result } = renderHook(() => useRights('7c1e', author), {
    wrapper: ({ children }) => <SessionContext value={value}>{children}</SessionContext>,
  })
  expect(result.current).toEqual(rights)
})
