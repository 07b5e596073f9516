import { join } from 'node:path'
import { createAuthService } from './auth/service.ts'
import type { EngineConfig, ResolvedConfig } from './config.ts'
import { startCron } from './cron/service.ts'
import { openDatabase } from './db/database.ts'
import { prepareDataDir } from './db/embedded/cluster-location.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { mendSequences } from './db/mend-sequences.ts'
import type { Database, LaneLoad } from './db/port.ts'
import { prepareDatabase } from './db/prepare-database.ts'
import { type DatabaseTarget, targetFromUrl } from './db/target.ts'
import { createFunctionsService } from './functions/service.ts'
import { functionSettings } from './functions/settings.ts'
import type { CallerResolver } from './http/caller.ts'
import { createCallerResolver } from './http/caller-resolver.ts'
import { type ClubOf, createClub } from './http/club.ts'
import { closeServer, countRequests, listen } from './http/listen.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createOwnPictures } from './http/own-pictures.ts'
import { createHeads } from './http/page-heads.ts'
import { createProjectSite } from './http/project-site.ts'
import { createHttpServer } from './http/server.ts'
import { watchSessions } from './http/session-liveness.ts'
import { createSite } from './http/site.ts'
import type { HttpRequest, Service } from './http/types.ts'
import { closeAll } from './kernel/close-all.ts'
import { createLogger, type Logger } from './kernel/logger.ts'
import { startNet } from './net/service.ts'
import { makeBuckets, projectDomain } from './project/project-domain.ts'
import { createRealtimeService } from './realtime/service.ts'
import { createRestService } from './rest/service.ts'
import { scaleDomainLimits } from './start/rate-limit-scale.ts'
import { findRoot } from './start/root-folder.ts'
import { loadSecrets } from './start/secrets.ts'
import { shareSecrets } from './start/share-secrets.ts'
import { createStorageService } from './storage/service.ts'

export interface RunningEngine {
  /** Address without a trailing slash, as a client on this machine reaches it. */
  url: string
  port: number
  config: ResolvedConfig
  /** Ends requests (10 s at most), then services, connections and the embedded database. */
  close(): Promise<void>
}

/**
 * Starts everything. The port is taken first, so that a second start fails before it touches the data. Until the
 * database is ready, the services answer 503.
 * @param beforeServing is done when the schema is ready, and before the services answer anybody.
 * @throws {StartError} one line for the operator.
 */
export async function startEngine(
  settings: EngineConfig,
  log: Logger = createLogger(settings.logLevel),
  beforeServing: (db: Database) => Promise<void> = async () => {},
): Promise<RunningEngine> {
  const undo: (() => Promise<void>)[] = []
  const close = () => closeAll(undo)
  try {
    const engine = await compose(settings, log, beforeServing, undo)
    return { ...engine, close }
  } catch (error) {
    await close().catch((failure) => log.error({ error: failure }, 'cleaning up failed'))
    throw error
  }
}

async function compose(
  settings: EngineConfig,
  log: Logger,
  beforeServing: (db: Database) => Promise<void>,
  undo: (() => Promise<void>)[],
) {
  const root = findRoot()
  prepareDataDir(settings.dataDir)
  const secrets = loadSecrets(settings)
  const services: Service[] = []
  let ready: Database | undefined
  const siteUrlSet = settings.siteUrl !== undefined
  const config: ResolvedConfig = { ...settings, ...secrets, siteUrl: settings.siteUrl ?? '' }

  const notReady = async () => {
    if (ready === undefined) return 'starting'
    return await mendSequences(ready, log).then(
      () => undefined,
      () => 'the database does not answer',
    )
  }
  let site: ReturnType<typeof createSite | typeof createProjectSite> | undefined
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
  const { project } = config
  await prepareDatabase(target, root, config.jwtSecret, log, undefined, project && projectDomain(project, log))
  const db = await openDatabase(target, log, {
    statementsPerCaller: config.statementsPerCaller,
    waitingPerCaller: Math.max(1, Math.round(100 * config.rateLimitScale)),
    realtimeConnections: config.realtimeConnections,
    sharedMs: config.sharedStatementMs,
  })
  undo.push(db.close)
  await mendSequences(db, log)
  await scaleDomainLimits(db, settings.rateLimitScale)
  const sessions = await watchSessions(db, log)
  undo.push(sessions.close)
  const callers = createCallerResolver(config, sessions)
  // A mail waits longer than a page, and cannot be corrected.
  const deps = { config, db, callers, metrics, clubOf: createClub(db, log, MAIL_WAITS_MS) }
  services.push(metrics.service)
  showLoad(metrics, db)
  const opening: Service[] = []
  const add = <T extends Service>(service: T): T => {
    opening.push(service)
    undo.push(async () => await service.close?.())
    return service
  }
  for (const [name, create] of FACTORIES) add(await create({ ...deps, log: log.child({ service: name }) }))
  const { keepPicture, publicPicture, callerPicture } = add(
    await createStorageService({ ...deps, log: log.child({ service: 'storage' }) }),
  )
  const functions = { ...functionSettings(config, root, url), log: log.child({ service: 'functions' }) }
  add(createFunctionsService({ ...functions, keepPicture, callers, metrics }))
  const webFolder = join(root, 'dist/web')
  const clubOf = createClub(db, log)
  const pictures = { config, siteUrlSet, webFolder, clubOf, readPicture: publicPicture }
  if (!project) add(createOwnPictures({ ...pictures, db, callers, readPhoto: callerPicture }))
  await shareSecrets(db, config)
  if (project) await makeBuckets(db, project)
  await beforeServing(db)
  services.push(...opening)
  const stopNet = await startNet({ db, siteUrl: config.siteUrl, url, log: log.child({ service: 'net' }) })
  if (stopNet) undo.push(stopNet)
  const cronLog = log.child({ service: 'cron' })
  const cron = await startCron({ db, target, metrics, log: cronLog, timeoutMs: config.cronSeconds * 1_000 })
  if (cron) undo.push(cron.close)
  ready = db
  // So that the first page has it.
  await clubOf()
  site = project ? createProjectSite(notReady) : createSite({ ...pictures, notReady, headOf: createHeads(db, log) })
  undo.push(() => closeServer(server, requests))
  return { url, port, config }
}

/** Metrics of the connections to the database. */
function showLoad(metrics: Metrics, db: Database): void {
  const show = (of: keyof LaneLoad, help: string) =>
    metrics.gauge(`bankside_database_${of}`, help, 'lane', () =>
      Object.fromEntries(Object.entries(db.load()).map(([lane, load]) => [lane, load[of]])),
    )
  show('busy', 'Running statements, by lane.')
  show('waiting', 'Statements that wait for a connection, by lane.')
  show('connections', 'Open connections, by lane.')
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
  clubOf: ClubOf
  log: Logger
}

/** For the name of the club. */
const MAIL_WAITS_MS = 5_000

const FACTORIES: readonly [string, (deps: ServiceDeps) => Promise<Service> | Service][] = [
  ['auth', createAuthService],
  ['rest', createRestService],
  ['realtime', createRealtimeService],
]

/** An address to connect to, for an address to listen on. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
}
