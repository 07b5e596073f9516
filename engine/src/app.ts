import { join } from 'node:path'
import { createAuthService } from './auth/service.ts'
import type { EngineConfig, ResolvedConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { prepareDataDir } from './db/embedded/cluster-location.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import type { Database, LaneLoad } from './db/port.ts'
import { prepareDatabase } from './db/prepare-database.ts'
import { type DatabaseTarget, targetFromUrl } from './db/target.ts'
import { ensureFirstAdmin, type FirstAdmin } from './first-admin.ts'
import type { CallerResolver } from './http/caller.ts'
import { createCallerResolver } from './http/caller-resolver.ts'
import { closeServer, countRequests, listen } from './http/listen.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createHttpServer } from './http/server.ts'
import { watchSessions } from './http/session-liveness.ts'
import { createSite } from './http/site.ts'
import type { HttpRequest, Service } from './http/types.ts'
import { createLogger, type Logger } from './kernel/logger.ts'
import { scaleDomainLimits } from './rate-limit-scale.ts'
import { createRealtimeService } from './realtime/service.ts'
import { createRestService } from './rest/service.ts'
import { findRoot } from './root-folder.ts'
import { loadSecrets } from './secrets.ts'
import { createStorageService } from './storage/service.ts'

export interface RunningEngine {
  /** Address without a trailing slash, as a client on this machine reaches it. */
  url: string
  port: number
  config: ResolvedConfig
  /** Makes the first admin when there is none; see {@link ensureFirstAdmin}. */
  ensureFirstAdmin(): Promise<FirstAdmin | undefined>
  /** Ends requests (10 s at most), then services, connections and the embedded database. */
  close(): Promise<void>
}

/**
 * Starts everything. The port is taken first, so a second start fails before it touches the data; until the
 * database is ready, the services' addresses answer 503.
 * @throws {StartError} one line for the person who starts the engine.
 */
export async function startEngine(
  settings: EngineConfig,
  log: Logger = createLogger(settings.logLevel),
): Promise<RunningEngine> {
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const engine = await compose(settings, log, undo)
    return { ...engine, close }
  } catch (error) {
    await close().catch((failure) => log.error({ error: failure }, 'cleaning up failed'))
    throw error
  }
}

async function compose(settings: EngineConfig, log: Logger, undo: (() => Promise<void>)[]) {
  const root = findRoot()
  prepareDataDir(settings.dataDir)
  const secrets = loadSecrets(settings)
  const services: Service[] = []
  let ready: Database | undefined
  const siteUrlSet = settings.siteUrl !== undefined
  const config: ResolvedConfig = { ...settings, ...secrets, siteUrl: settings.siteUrl ?? '' }

  const notReady = async () => {
    if (ready === undefined) return 'starting'
    return await ready.query('select from engine.migrations limit 1').then(
      () => undefined,
      () => 'the database does not answer',
    )
  }
  let site: ReturnType<typeof createSite> | undefined
  const metrics = createMetrics(config.metricsToken)
  const answerSite = (request: HttpRequest) => site?.(request) ?? starting
  const server = createHttpServer({ config, siteUrlSet, services, site: answerSite, metrics, log })
  const requests = countRequests(server)
  const port = await listen(server, settings.port, settings.host)
  undo.push(() => closeServer(server, requests))
  const url = `http://${reachable(settings.host)}:${port}`
  config.siteUrl = settings.siteUrl ?? url
  config.port = port

  const target = await openTarget(settings, config, log, undo)
  await prepareDatabase(target, root, config.jwtSecret, log)
  const db = await openDatabase(target, log, {
    statementsPerCaller: config.statementsPerCaller,
    waitingPerCaller: Math.max(1, Math.round(100 * config.rateLimitScale)),
    realtimeConnections: config.realtimeConnections,
  })
  undo.push(db.close)
  await scaleDomainLimits(db, settings.rateLimitScale)
  const sessions = await watchSessions(db, log)
  undo.push(sessions.close)
  const callers = createCallerResolver(config, sessions)
  const deps = { config, db, callers, metrics }
  services.push(metrics.service)
  const lanes = (of: keyof LaneLoad) => () =>
    Object.fromEntries(Object.entries(db.load()).map(([lane, load]) => [lane, load[of]]))
  metrics.gauge('bankside_database_busy', 'Statements under way, by lane.', 'lane', lanes('busy'))
  metrics.gauge(
    'bankside_database_waiting',
    'Statements that wait for a connection, by lane.',
    'lane',
    lanes('waiting'),
  )
  metrics.gauge('bankside_database_connections', 'Open connections, by lane.', 'lane', lanes('connections'))
  for (const [name, create] of FACTORIES) {
    const service = await create({ ...deps, log: log.child({ service: name }) })
    services.push(service)
    undo.push(async () => await service.close?.())
  }
  ready = db
  site = createSite({ config, siteUrlSet, webFolder: join(root, 'dist/web'), notReady })
  undo.push(() => closeServer(server, requests))
  return { url, port, config, ensureFirstAdmin: () => ensureFirstAdmin(db, settings) }
}

const starting = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': 2 },
  body: 'The site is starting\n',
}

async function openTarget(
  settings: EngineConfig,
  config: ResolvedConfig,
  log: Logger,
  undo: (() => Promise<void>)[],
): Promise<DatabaseTarget> {
  if (settings.databaseUrl !== undefined) return targetFromUrl(settings.databaseUrl, config.jwtSecret)
  const postgres = await startEmbeddedPostgres(settings.dataDir, log)
  undo.push(postgres.stop)
  return postgres.target
}

interface ServiceDeps {
  config: ResolvedConfig
  db: Database
  callers: CallerResolver
  metrics: Metrics
  log: Logger
}

const FACTORIES: readonly [string, (deps: ServiceDeps) => Promise<Service> | Service][] = [
  ['auth', createAuthService],
  ['rest', createRestService],
  ['storage', createStorageService],
  ['realtime', createRealtimeService],
]

/** An address to dial for an address to listen on. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
}
