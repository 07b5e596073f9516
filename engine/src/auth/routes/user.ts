import { z } from 'zod'
import { authenticate } from '../authenticate.ts'
import { updateUser } from '../update-user.ts'
import { userJson } from '../user.ts'
import { json, type Route, readBody } from './route.ts'

// role, app_metadata, email_confirm and whatever else a body may carry are not named, so they are dropped.
const Body = z.object({
  email: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
})

export const getUserRoute: Route = {
  method: 'GET',
  path: '/user',
  handle: async ({ request, deps }) => {
    const { user } = await authenticate(request.headers, deps)
    return json(200, userJson(user))
  },
}

export const putUserRoute: Route = {
  method: 'PUT',
  path: '/user',
  handle: async ({ request, deps }) => {
    const caller = await authenticate(request.headers, deps)
    const body = await readBody(request, Body)
    const updated = await updateUser(
      caller,
      {
        email: body.email ?? undefined,
        password: body.password ?? undefined,
        currentPassword: body.current_password ?? undefined,
        data: body.data ?? undefined,
      },
      deps,
    )
    return json(200, userJson(updated))
  },
}
