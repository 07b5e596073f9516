/** The form of the reply. */
export interface MediaType {
  kind: 'json' | 'object' | 'csv' | 'openapi' | 'made'
  /** Keys with null values are left out. */
  stripNulls: boolean
  /** A type that SQL makes: the function itself, or an aggregate over the rows. */
  made?: { type: string; binary: boolean; aggregate?: Aggregate }
}

/** A function over rows of a relation. */
interface Aggregate {
  schema: string
  name: string
  of: { schema: string; name: string }
}

/** A query plan instead of the result; `options` as PostgreSQL's EXPLAIN names them. */
export interface PlanFormat {
  format: 'json' | 'text'
  options: readonly string[]
}

const PLAN_TYPES: Readonly<Record<string, PlanFormat['format']>> = {
  'application/vnd.pgrst.plan': 'text',
  'application/vnd.pgrst.plan+text': 'text',
  'application/vnd.pgrst.plan+json': 'json',
}
const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal']
const JSON_TYPES = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/vnd.pgrst.array',
  'application/vnd.pgrst.array+json',
])
const OBJECT_TYPES = new Set(['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json'])

/** Most types of one `Accept` that SQL is asked for. */
const MOST_TYPES = 20

export interface ChosenMedia {
  /** Undefined when none of the types is the engine's own. */
  media: MediaType | undefined
  plan?: PlanFormat
  /** The types that the client prefers to `media`, and its own: those that SQL may make instead. */
  wanted: readonly string[]
}

/**
 * Chooses the first type of `Accept` that the engine makes itself. GeoJSON needs PostGIS and is not supported.
 * @param plans whether query plans are allowed: they reveal rows that row-level security hides.
 */
export function chooseMediaType(accept: string | undefined, root: boolean, plans = false): ChosenMedia {
  if (accept === undefined || accept.trim() === '')
    return { media: { kind: root ? 'openapi' : 'json', stripNulls: false }, wanted: ['*/*'] }
  const wanted: string[] = []
  for (const { type, parameters } of preferred(accept)) {
    if (root && (type === '*/*' || type === 'application/openapi+json' || type === 'application/json'))
      return { media: { kind: 'openapi', stripNulls: false }, wanted }
    if (root) continue
    if (wanted.length < MOST_TYPES && !type.startsWith('application/vnd.pgrst.')) wanted.push(type)
    const media = resultType(type, parameters.includes('nulls=stripped'))
    if (media) return { media, wanted }
    const format = plans ? PLAN_TYPES[type] : undefined
    if (format === undefined) continue
    const of = resultType(parameterOf(parameters, 'for') ?? 'application/json', false)
    const asked = parameterOf(parameters, 'options')?.split('|') ?? []
    const options = PLAN_OPTIONS.filter((option) => asked.includes(option))
    if (of) return { media: of, plan: { format, options }, wanted: [] }
  }
  return { media: undefined, wanted }
}

function resultType(type: string, stripNulls: boolean): MediaType | undefined {
  if (JSON_TYPES.has(type)) return { kind: 'json', stripNulls: stripNulls && type.startsWith('application/vnd') }
  if (OBJECT_TYPES.has(type)) return { kind: 'object', stripNulls }
  return type === 'text/csv' ? { kind: 'csv', stripNulls: false } : undefined
}

function parameterOf(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find((parameter) => parameter.startsWith(`${name}=`))
  return found?.slice(name.length + 1).replaceAll('"', '')
}

function preferred(accept: string): { type: string; parameters: string[] }[] {
  const types = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return { type, parameters, quality: Number.isFinite(quality) ? quality : 1 }
  })
  return types.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
}

/** Content-Type of a body in this form. */
export function contentTypeOf(media: MediaType): string {
  if (media.made) return madeContentType(media.made.type)
  const stripped = media.stripNulls ? ';nulls=stripped' : ''
  if (media.kind === 'object') return `application/vnd.pgrst.object+json${stripped}; charset=utf-8`
  if (media.kind === 'csv') return 'text/csv; charset=utf-8'
  if (media.kind === 'openapi') return 'application/openapi+json; charset=utf-8'
  return stripped ? `application/vnd.pgrst.array+json${stripped}; charset=utf-8` : 'application/json; charset=utf-8'
}

/** As upstream: only types that are known to be text name their encoding. */
function madeContentType(type: string): string {
  const text = ['application/json', 'text/csv', 'text/plain', 'text/xml', 'application/geo+json']
  return text.includes(type) ? `${type}; charset=utf-8` : type
}

/** Content-Type of a query plan for a result in this form. */
export function planContentType({ format, options }: PlanFormat, media: MediaType): string {
  const of = contentTypeOf(media).replace('; charset=utf-8', '')
  const chosen = options.length > 0 ? `; options=${options.join('|')}` : ''
  return `application/vnd.pgrst.plan+${format}; for="${of}"${chosen}; charset=utf-8`
}
