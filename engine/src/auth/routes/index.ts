import { requireServiceRole } from '../authenticate.ts'
import { adminLinkRoutes } from './admin-links.ts'
import { adminRoutes } from './admin-users.ts'
import { disabledRoutes } from './disabled.ts'
import { adminFactorRoutes, factorRoutes } from './factors.ts'
import { logoutRoute } from './logout.ts'
import { otpRoutes } from './otp.ts'
import { reauthenticateRoute } from './reauthenticate.ts'
import { recoverRoute } from './recover.ts'
import { resendRoute } from './resend.ts'
import type { Route } from './route.ts'
import { healthRoute, jwksRoute, settingsRoute } from './settings.ts'
import { signupRoute } from './signup.ts'
import { tokenRoute } from './token.ts'
import { getUserRoute, putUserRoute } from './user.ts'
import { getVerifyRoutes, postVerifyRoute, pressVerifyRoute } from './verify.ts'

/** For everyone. */
const publicRoutes: Route[] = [
  signupRoute,
  tokenRoute,
  recoverRoute,
  resendRoute,
  ...otpRoutes,
  postVerifyRoute,
  pressVerifyRoute,
  ...getVerifyRoutes,
  settingsRoute,
  healthRoute,
  jwksRoute,
  ...disabledRoutes,
]

/** For members with a session; each route needs the account and the session, and authenticates itself. */
const sessionRoutes: Route[] = [logoutRoute, getUserRoute, putUserRoute, reauthenticateRoute, ...factorRoutes]

/** For the secret key, checked before the route sees the request. */
const serviceRoleRoutes: Route[] = [...adminRoutes, ...adminFactorRoutes, ...adminLinkRoutes].map((route) => ({
  ...route,
  handle: async (context) => {
    await requireServiceRole(context.request.headers, context.deps.callers)
    return route.handle(context)
  },
}))

export const routes: readonly Route[] = [...publicRoutes, ...sessionRoutes, ...serviceRoleRoutes]
