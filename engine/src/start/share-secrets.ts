import type { ResolvedConfig } from '../config.ts'
import type { Database } from '../db/port.ts'

/**
 * Keeps in `vault.secrets` what jobs need to call functions, under the names that the documentation of hosted Supabase
 * uses. Where the extension is installed, the operator does so.
 */
export async function shareSecrets(
  db: Pick<Database, 'query'>,
  { siteUrl, publishableKey, secretKey }: Pick<ResolvedConfig, 'siteUrl' | 'publishableKey' | 'secretKey'>,
): Promise<void> {
  const [vault] = await db.query<{ ours: boolean }>(
    `select to_regclass('vault.secrets') is not null
       and not exists (select from pg_extension where extname = 'supabase_vault') as ours`,
  )
  if (!vault?.ours) return
  await db.query(
    `insert into vault.secrets as s (name, secret)
       values ('project_url', $1), ('publishable_key', $2), ('secret_key', $3)
     on conflict (name) do update set secret = excluded.secret, updated_at = now() where s.secret <> excluded.secret`,
    [siteUrl, publishableKey, secretKey],
  )
}
