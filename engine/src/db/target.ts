import { createHmac } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { valueTypes } from './value-types.ts'

/** Where the database is and how each of the engine's roles connects. */
export interface DatabaseTarget {
  /** Connection settings of the cluster's owner: a superuser on the first start. */
  owner: ClientConfig
  /** Settings of another login role in the same database. */
  as(role: 'authenticator' | 'migrator'): ClientConfig
  /** Whether its processes run on this machine, as children of the engine. */
  sameMachine?: true
}

/**
 * The target behind a connection address.
 * @param jwtSecret the passwords of `authenticator` and `migrator` are derived from it, so that several engines agree.
 */
export function targetFromUrl(databaseUrl: string, jwtSecret: string): DatabaseTarget {
  const base = { ...session(), connectionString: databaseUrl }
  return {
    owner: base,
    as(role) {
      const url = new URL(databaseUrl)
      url.username = role
      url.password = derivedPassword(role, jwtSecret)
      return { ...session(), connectionString: url.href }
    },
  }
}

/** The target on a private Unix socket, where the operating system authenticates the engine's own user. */
export function targetFromSocket(socketDirectory: string, database = 'postgres'): DatabaseTarget {
  const login = (user: string): ClientConfig => ({ ...session(), host: socketDirectory, port: 5432, user, database })
  return { owner: login('supabase_admin'), as: login, sameMachine: true }
}

/** The password of an engine role, the same on every engine that has the same JWT secret. */
export function derivedPassword(role: string, jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update(`bankside database role ${role}`).digest('base64url')
}

function session(): ClientConfig {
  return {
    application_name: `bankside:${process.pid}`,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c standard_conforming_strings=on',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: valueTypes,
  }
}
