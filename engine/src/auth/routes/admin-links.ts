import { z } from 'zod'
import { generateLink, linkType } from '../admin-links.ts'
import { authErrors } from '../errors.ts'
import { mailedLink } from '../mailed-link.ts'
import { takeInviteMail } from '../rate-limits.ts'
import { safeRedirect } from '../redirect.ts'
import { sendMail } from '../send-mail.ts'
import { userJson } from '../user.ts'
import { json, type Route, readBody } from './route.ts'

const Data = z.record(z.string(), z.unknown()).nullish()
const LinkBody = z.object({
  type: z.string(),
  email: z.string(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: Data,
  redirect_to: z.string().nullish(),
})
const InviteBody = z.object({ email: z.string(), data: Data })

/** Routes for the secret key; routes/index.ts admits no other caller. */
export const adminLinkRoutes: Route[] = [
  {
    method: 'POST',
    path: '/admin/generate_link',
    handle: async ({ request, query, deps }) => {
      const body = await readBody(request, LinkBody)
      const { user, type, kind, mailed } = await generateLink(
        {
          type: linkType(body.type),
          email: body.email,
          newEmail: body.new_email ?? undefined,
          password: body.password ?? undefined,
          data: body.data ?? undefined,
        },
        deps,
      )
      const redirectTo = body.redirect_to ?? query.get('redirect_to') ?? undefined
      return json(200, {
        ...userJson(user),
        action_link: mailedLink(deps, kind, mailed.token, redirectTo),
        email_otp: mailed.code,
        // What verifyOtp accepts as token_hash. GoTrue derives it from the code; here it is the token of the link.
        hashed_token: mailed.token,
        verification_type: type,
        redirect_to: safeRedirect(redirectTo, deps),
      })
    },
  },
  {
    method: 'POST',
    path: '/invite',
    handle: async ({ request, query, deps }) => {
      const body = await readBody(request, InviteBody)
      takeInviteMail(deps.limits)
      const { user, mailed } = await generateLink(
        { type: 'invite', email: body.email, data: body.data ?? undefined },
        deps,
      )
      const redirectTo = query.get('redirect_to') ?? undefined
      // Before the reply: the admin who invites should learn that a mail was not sent.
      await sendMail({ kind: 'invite', to: user, mailed, redirectTo }, deps).catch((error: unknown) => {
        throw authErrors.sendingInvitation(error)
      })
      return json(200, userJson(user))
    },
  },
]
