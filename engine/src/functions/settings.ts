import { join, resolve } from 'node:path'
import type { ResolvedConfig } from '../config.ts'
import { connectSmtp } from '../kernel/smtp.ts'
import { FUNCTION_LIMITS } from './limits.ts'
import type { FunctionsDeps } from './service.ts'

/**
 * The settings of this service.
 * @param root the checkout.
 * @param url the engine's address on this machine, by which functions call the API.
 */
export function functionSettings(
  config: ResolvedConfig,
  root: string,
  url: string,
): Pick<FunctionsDeps, 'place' | 'env' | 'siteUrl' | 'secretKey' | 'limits' | 'reach' | 'mail'> {
  const { siteUrl, publishableKey, secretKey } = config
  const smtp = config.smtpUrl === undefined ? undefined : connectSmtp(config.smtpUrl, siteUrl)
  return {
    place: {
      folder: config.functionsFolder ?? join(root, 'dist/functions'),
      envFile: resolve(config.functionsEnvFile ?? join(root, 'supabase/functions/.env')),
    },
    // The names of hosted Supabase; those after SITE_URL are ours, too.
    env: {
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: secretKey,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
      SITE_URL: siteUrl,
      FUNCTIONS_URL: `${siteUrl}/functions/v1`,
      ...(smtp && { MAIL_API_URL: `${url}/functions/v1/send-mail`, MAIL_API_KEY: secretKey, MAIL_FROM: smtp.from }),
    },
    mail: smtp && { smtp, secretKey },
    siteUrl,
    secretKey,
    limits: {
      ...FUNCTION_LIMITS,
      bodiesPerAddress: Math.ceil(FUNCTION_LIMITS.bodiesPerAddress * Math.max(1, config.rateLimitScale)),
      callMs: config.functionSeconds * 1_000,
      memoryMb: config.functionMemoryMb,
      ...config.functionLimits,
    },
    reach: config.pictureReach,
  }
}
