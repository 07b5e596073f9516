import { randomUUID } from 'node:crypto'
import pg, { type ClientConfig } from 'pg'

/** The template of all other databases of a run. */
export const TEMPLATE = 'bankside_template'

/** Connection settings for the run's PostgreSQL, which accepts this system account under any role. */
export function databaseTarget(socketDirectory: string, database: string) {
  const as = (user: string): ClientConfig => ({ host: socketDirectory, port: 5432, user, database })
  return { owner: as('supabase_admin'), as }
}

/** The same as an address, for the engine's DATABASE_URL. */
export function databaseUrl(socketDirectory: string, database: string): string {
  return `postgres://supabase_admin@localhost:5432/${database}?host=${encodeURIComponent(socketDirectory)}`
}

/**
 * Copies the template.
 * @returns the new database's name, and how to remove it again.
 */
export async function cloneTemplate(socketDirectory: string): Promise<{ database: string; drop(): Promise<void> }> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(socketDirectory, `create database ${database} template ${TEMPLATE} strategy file_copy`)
  return { database, drop: () => onServer(socketDirectory, `drop database ${database} with (force)`) }
}

/** A database without any migration: its address as superuser, and how to remove it again. */
export async function emptyDatabase(socketDirectory: string): Promise<{ url: string; drop(): Promise<void> }> {
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  await onServer(socketDirectory, `create database ${database} template template0 strategy file_copy`)
  return {
    url: databaseUrl(socketDirectory, database),
    drop: () => onServer(socketDirectory, `drop database ${database} with (force)`),
  }
}

async function onServer(socketDirectory: string, command: string): Promise<void> {
  const client = new pg.Client(databaseTarget(socketDirectory, 'postgres').owner)
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
