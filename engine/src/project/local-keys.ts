/**
 * The keys of the Supabase CLI's local stack, which are the same on every machine and printed in its documentation. They
 * protect nothing.
 */
export const LOCAL_KEYS = {
  JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
  SUPABASE_SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
} as const
