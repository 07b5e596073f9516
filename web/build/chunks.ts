import type { Rolldown } from 'vite'
import { CONSOLE_FOLDER, isConsoleCode } from './console-apart.ts'

// What every first screen needs, in one file: on a slow line each further file costs a round trip.
const BASE = new RegExp(
  [
    '/node_modules/(react-router|@tanstack/(query-core|react-query))/',
    '/lucide-react/dist/esm/(?!icons/)',
    '/web/src/(components/(feedback/(?!load-failure|as-of)|layout/|member/)|config/)',
    String.raw`/web/src/lib/live/(followed-rows|refetch-running|use-topic|subscribe-when-loaded)\.ts$`,
    String.raw`/web/src/lib/photo/photo-(boxes|url)\.ts$`,
    String.raw`/web/src/data/(?!prizes|site|claims|addresses|reports|points-guide|records|rewards|audit|users|overview)[a-z-]+/keys\.ts$`,
    String.raw`/web/src/lib/(supabase|failure-text|format|formatters|join-classes|layers|leaving|not-authenticated|numbers|own-device|safe-link|server-clock|theme)\.ts$`,
    String.raw`/web/src/hooks/use-(after-first-draw|back-closes|delayed|drawn|now|on-screen-keyboard|online|reached|session)\.ts$`,
    String.raw`/web/src/components/ui/(button|card|float-drawing|icons?|swim-icon|scale-icon|icon-button|peg|photo|pill|row-boundary|segmented|sheet)\.tsx$`,
    String.raw`/lucide-react/dist/esm/icons/(arrow-up-right|chevron-(left|right)|heart|image-off|message-circle|rotate-cw|wifi-off|x)\.`,
  ].join('|'),
)

// Small modules that several pages share; each of them alone would be a file of a few hundred bytes.
const PARTS =
  /\/web\/src\/(components\/((ui|share)\/|options\/options-menu)|hooks\/|lib\/(?!form\/)|data\/(prizes\/keys|notifications\/unread-query)\.ts$)|\/contract\/src\/limits\.ts$|\/lucide-react\/dist\/esm\/icons\//

// The code for live changes; it is loaded after the client, in one file for every page. The hooks belong to their pages.
const LIVE = /\/web\/src\/lib\/live\/(?!use-)/

// The cards at the top of three pages.
const CARDS = /\/web\/src\/features\/info-cards\//

// What pages other than the feed share: lists with search and pages, moments in forms, games' weights and deadlines,
// fields to copy, switches, countries, the signs of notifications, and the button that shares a picture.
const FURTHER = new RegExp(
  [
    '/web/src/components/ui/(bivvy-drawing|copy-field|pager|prize-image|search-(field|input)|switch)',
    '/web/src/(components/share/share-picture|data/pictures/own-picture|lib/picture-failure-text)',
    '/web/src/data/notifications/settings-query',
    '/web/src/hooks/use-(address-params|list-state|pages|rested|seen|selection)',
    '/web/src/lib/(all-rows|cast-ring|countries|deadline|has-values|kept-selection|local-moment|ordinal|photo/(photo-remove|picture-address)|rows-there|save-file|search-filter|time-zones|tracking-link|web-link|weight|zone-name)',
    '/lucide-react/dist/esm/icons/(alarm-clock|arrow-up-down|at-sign|award|ban|bell-off|bell-ring|calendar-clock|camera|check-check|clock|clock-exclamation-point|copy|download|external-link|gift|hourglass|mail-x|map-pin|minus|package|shield-check|undo-2|zoom-in)\\.',
  ].join('|'),
)

// What the dashboard, the pages of prizes and the console show of a prize.
const PRIZE =
  /\/web\/src\/(components\/prize\/|lib\/(format-amount|tracking-link)|data\/site\/club-defaults-query|data\/(prizes|site|claims|addresses)\/keys)/

// Choosing, checking and uploading a photo, also of oneself; the feed loads it when a photo is added.
const UPLOAD =
  /\/web\/src\/(components\/ui\/(photo-drop|drop-(failure|well)|upload-bar)|features\/profile\/components\/(avatar-change|upload-failure)|data\/profile\/avatar-mutation|hooks\/use-photo-upload|lib\/photo\/(photo-(check|error|fetch|sending|shrink|upload)|upload-(line|refusal|way)|send-whole|file-size)|lib\/member-token)\./

// The base of every form; pages without a form do not load it.
const FORM = /\/node_modules\/(react-hook-form|zod)\/|\/web\/src\/(components|lib)\/form\//

// What the games, the rail beside the feed and the dashboard show of a game.
const GAME =
  /\/web\/src\/(components\/game\/(countdown|game-phase|game-type|order-games)|data\/games\/(active-games-query|game|next-refetch))\.tsx?$/

// The leaderboard and the rail beside the feed show the ranking. Who is near a member is on the leaderboard alone.
const RANKING = /\/web\/src\/data\/leaderboard\/(?!near)/

// The rows that the leaderboard and its past seasons share.
const RANKS =
  /\/web\/src\/(features\/leaderboard\/components\/(ranking-list|podium|badge-count)\.|hooks\/use-moves\.ts$)/

// The drawing of a badge, which the feed loads with the first award that it shows.
const BADGE =
  /\/web\/src\/components\/ui\/badge-(drawing|icon|paths)\.|\/lucide-react\/dist\/esm\/icons\/(crown|fish|gamepad-2|medal|sparkles|star)\./

// What stands in for the list of a member's page: its last copy, or its failure.
const STAND_IN = /\/web\/src\/(components\/feedback\/(load-failure|as-of)|hooks\/use-last-copy|lib\/last-copy)/

// The journal: its own page, another member's, the catches on the page of a member, those that wait on this device, and
// what the club records share with it.
// The feed loads none of it.
const JOURNAL =
  /\/web\/src\/(features\/journal\/|components\/catch\/|data\/(catches\/(?!keys)|records\/keys)|hooks\/use-blob-url|lib\/(grams|day|journal-failure-text)\.)|\/lucide-react\/dist\/esm\/icons\/(globe|lock|trending-up)\./

// What is kept on this device until it has been sent: the base of the journal's catches and the feed's photos.
const KEPT = /\/node_modules\/idb\/|\/web\/src\/(lib\/device-database|data\/newsfeed\/(kept|gone)-)/

// What opens the viewer of photos, which the feed and other pages share.
const PHOTO_BUTTON = /\/web\/src\/components\/photo-viewer\/photo-button\./

// What the pages of a single post, game, member or badge have around it.
const SINGLE = /\/web\/src\/(components\/single\/|lib\/is-uuid)/

// What the pages of a thing share about the notifications of it: reading and muting them.
const MUTE = /\/web\/src\/(data\/notifications\/(read-here|mutes)|features\/notifications\/components\/mute-button)\./

// The code and styles that every page of the console needs; by component the styles would be ten small files.
const CONSOLE =
  /\/web\/src\/(lib\/console-failure-text\.ts|components\/console\/(console-page\.tsx|[^/]+\.module\.css)|app\/routes\/admin\/[^/]+\.module\.css)$/

// Changes far less often than the app and is loaded in parallel with it.
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//

const posix = (id: string) => id.replaceAll('\\', '/')

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', priority: 4, test: (id) => REACT.test(posix(id)) },
  { name: 'console', priority: 1, test: (id) => CONSOLE.test(posix(id)) },
  { name: 'cards', priority: 1, test: (id) => CARDS.test(posix(id)) },
  { name: 'prize', priority: 1, test: (id) => PRIZE.test(posix(id)) },
  { name: 'base', priority: 3, test: (id) => BASE.test(posix(id)) && !isConsoleCode(id) },
  { name: 'changes', priority: 3, test: (id) => LIVE.test(posix(id)) && !BASE.test(posix(id)) },
  {
    name: 'parts',
    priority: 2,
    minShareCount: 2,
    test: (id) =>
      PARTS.test(posix(id)) &&
      !UPLOAD.test(posix(id)) &&
      ![STAND_IN, FURTHER, JOURNAL, KEPT].some((group) => group.test(posix(id))) &&
      !isConsoleCode(id),
  },
  { name: 'game', priority: 1, test: (id) => GAME.test(posix(id)) },
  { name: 'leaderboard-list', priority: 3, test: (id) => RANKS.test(posix(id)) },
  { name: 'leaderboard', priority: 1, test: (id) => RANKING.test(posix(id)) },
  { name: 'further', priority: 1, test: (id) => FURTHER.test(posix(id)) && !isConsoleCode(id) },
  { name: 'badge-drawing', priority: 3, test: (id) => BADGE.test(posix(id)) },
  { name: 'single', priority: 3, test: (id) => SINGLE.test(posix(id)) },
  { name: 'mute', priority: 1, test: (id) => MUTE.test(posix(id)) },
  { name: 'stand-in', priority: 1, test: (id) => STAND_IN.test(posix(id)) },
  { name: 'form', priority: 1, test: (id) => FORM.test(posix(id)) },
  { name: 'photo-button', priority: 1, test: (id) => PHOTO_BUTTON.test(posix(id)) },
  { name: 'upload', priority: 0, test: (id) => UPLOAD.test(posix(id)) },
  { name: 'kept', priority: 0, test: (id) => KEPT.test(posix(id)) },
  // Last: a group takes what its modules import along, unless another has it.
  { name: 'catches', priority: 0, minShareCount: 2, test: (id) => JOURNAL.test(posix(id)) },
]

/**
 * Name pattern for a chunk. Every first page lists all of them, so each character counts; seven can name 4,000
 * files. Chunks with only console code go into their own folder.
 */
export function chunkName({ moduleIds }: Pick<Rolldown.PreRenderedChunk, 'moduleIds'>): string {
  const own = moduleIds.filter((id) => posix(id).includes('/web/src/'))
  const console = own.length > 0 && own.every(isConsoleCode)
  return `${console ? CONSOLE_FOLDER : 'assets/'}[name]-[hash:7].js`
}
