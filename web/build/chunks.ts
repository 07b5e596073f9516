import type { Rolldown } from 'vite'
import { CONSOLE_FOLDER, isConsoleCode } from './console-apart.ts'

// What every first screen needs, in one file: on a slow line each further one costs a round trip.
const BASE = new RegExp(
  [
    '/node_modules/(clsx|react-router|@tanstack/(query-core|react-query))/',
    '/lucide-react/dist/esm/(?!icons/)',
    '/web/src/(components/(feedback|layout)|config|lib/realtime)/',
    String.raw`/web/src/lib/photo/photo-(boxes|url)\.ts$`,
    String.raw`/web/src/data/[a-z-]+/keys\.ts$`,
    String.raw`/web/src/lib/(supabase|failure-text|format|formatters|not-authenticated|own-device|safe-link|theme)\.ts$`,
    String.raw`/web/src/hooks/use-(after-first-draw|delayed|drawn|now|on-screen-keyboard|online|reached|session)\.ts$`,
    String.raw`/web/src/components/ui/(button|card|icon-button|peg|photo|pill|segmented|sheet)\.tsx$`,
    String.raw`/lucide-react/dist/esm/icons/(arrow-up-right|chevron-(left|right)|heart|image-off|message-circle|x)\.`,
  ].join('|'),
)

// Small pieces that several pages share; by itself each would be a file of a few hundred bytes.
const PARTS = /\/web\/src\/(components\/ui|hooks|lib)\/|\/lucide-react\/dist\/esm\/icons\//

// The cards at the top of three pages.
const CARDS = /\/web\/src\/features\/info-cards\//

// Changes far less often than the app, and comes beside it.
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

const posix = (id: string) => id.replaceAll('\\', '/')

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', priority: 3, test: (id) => REACT.test(posix(id)) },
  { name: 'cards', priority: 1, test: (id) => CARDS.test(posix(id)) },
  { name: 'base', priority: 2, test: (id) => BASE.test(posix(id)) && !isConsoleCode(id) },
  { name: 'parts', priority: 1, minShareCount: 3, test: (id) => PARTS.test(posix(id)) && !isConsoleCode(id) },
]

/** Name pattern for a chunk: what holds nothing but code of the console goes into a folder of its own. */
export function chunkName({ moduleIds }: Pick<Rolldown.PreRenderedChunk, 'moduleIds'>): string {
  const own = moduleIds.filter((id) => posix(id).includes('/web/src/'))
  const console = own.length > 0 && own.every(isConsoleCode)
  return `${console ? CONSOLE_FOLDER : 'assets/'}[name]-[hash].js`
}
