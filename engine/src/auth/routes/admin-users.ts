import { z } from 'zod'
import { isUuid } from '../../kernel/uuid.ts'
import { type AdminUserInput, adminCreateUser, adminDeleteUser, adminUpdateUser, existingUser } from '../admin-users.ts'
import { authErrors } from '../errors.ts'
import { userJson } from '../user.ts'
import { json, type Route, readBody } from './route.ts'

const Metadata = z.record(z.string(), z.unknown()).nullish()
const UserBody = z.object({
  id: z.string().nullish(),
  password_hash: z.string().nullish(),
  email: z.string().nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: Metadata,
  app_metadata: Metadata,
  role: z.string().nullish(),
  ban_duration: z.string().nullish(),
})
const DeleteBody = z.object({ should_soft_delete: z.boolean().nullish() })

const MAX_PAGE = 1000

/** Routes for the secret key; routes/index.ts admits no other caller. */
export const adminRoutes: Route[] = [
  {
    method: 'GET',
    path: '/admin/users',
    handle: async ({ query, deps }) => {
      const page = count(query, 'page', 1, 1_000_000)
      const perPage = count(query, 'per_page', 50, MAX_PAGE)
      const [users, total] = await Promise.all([
        deps.store.listUsers(perPage, (page - 1) * perPage),
        deps.store.countUsers(),
      ])
      return json(200, { users: users.map(userJson), aud: 'authenticated' }, pageHeaders(page, perPage, total))
    },
  },
  {
    method: 'POST',
    path: '/admin/users',
    handle: async ({ request, deps }) => {
      const body = await readBody(request, UserBody)
      return json(200, userJson(await adminCreateUser(toInput(body), deps)))
    },
  },
  {
    method: 'GET',
    path: '/admin/users/:id',
    handle: async ({ params, deps }) => json(200, userJson(await existingUser(userId(params.id), deps.store))),
  },
  {
    method: 'PUT',
    path: '/admin/users/:id',
    handle: async ({ request, params, deps }) => {
      const id = userId(params.id)
      const body = await readBody(request, UserBody)
      return json(200, userJson(await adminUpdateUser(id, toInput(body), deps)))
    },
  },
  {
    method: 'DELETE',
    path: '/admin/users/:id',
    handle: async ({ request, params, deps }) => {
      const id = userId(params.id)
      const body = await readBody(request, DeleteBody)
      await adminDeleteUser(id, body.should_soft_delete === true, deps)
      return json(200, {})
    },
  },
]

function userId(id: string | undefined): string {
  if (!isUuid(id)) throw authErrors.validationFailed('user_id must be an UUID')
  return id
}

function toInput(body: z.infer<typeof UserBody>): AdminUserInput {
  return {
    id: body.id ?? undefined,
    passwordHash: body.password_hash ?? undefined,
    email: body.email ?? undefined,
    password: body.password ?? undefined,
    emailConfirm: body.email_confirm ?? undefined,
    userMetadata: body.user_metadata ?? undefined,
    appMetadata: body.app_metadata ?? undefined,
    role: body.role ?? undefined,
    banDuration: body.ban_duration ?? undefined,
  }
}

function count(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const raw = query.get(name)
  if (raw === null || raw === '') return fallback
  const value = Number(raw)
  if (!Number.isInteger(value) || value < 1 || value > max) throw authErrors.invalidParameter(name)
  return value
}

/** The client reads its next and last page from these two headers. */
function pageHeaders(page: number, perPage: number, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')]
  return { 'X-Total-Count': String(total), Link: links.join(', ') }
}
