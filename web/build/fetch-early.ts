import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const ROUTE = /\/web\/src\/app\/routes\/([a-z-]+)\.tsx$/

// Rarely the first page of a visit, or much like another page; each name makes every page longer.
const RARE = [
  'points',
  'records',
  'rewards',
  'post',
  'game',
  'member',
  'badge',
  'journal',
  'forgot-password',
  'mailed',
  'not-found',
  'privacy',
  'notification-settings',
  'welcome',
]

/** Pages whose file is not named after the first part of their address. */
const ADDRESS: Readonly<Record<string, string>> = { landing: '', 'prize-claim': 'prizes' }

/**
 * Lists in the page's head what would otherwise be found only by reading other files first, at a round trip each: the
 * text font, the client's chunk, and the code and styles of the page being opened.
 */
export function fetchEarly(): Plugin {
  return {
    name: 'fetch-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle)
        const font = files.find(({ fileName }) => /mona-sans-basic.*\.woff2$/.test(fileName))
        const client = files.find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.includes('@supabase/supabase-js'),
        )
        if (!font || !client) throw new Error('fetch-early: font or client chunk is not in the bundle')
        const tags = [
          link({ rel: 'modulepreload', href: `/${client.fileName}`, fetchpriority: 'low' }),
          // Until the font has loaded, the system's font shows the text; the code must not wait for it.
          link({ rel: 'preload', href: `/${font.fileName}`, as: 'font', type: 'font/woff2', fetchpriority: 'low' }),
        ]
        // Before the style sheets: a script after a style sheet waits for it.
        const page = afterPaint(html).replace(PLACE, () => preloadScript(filesOfPages(bundle)))
        return { html: largestFirst(page, bundle), tags }
      },
    },
  }
}

const PLACE = '<!--pages-->'

/** The page can paint without the entry's code, so that code loads with low priority, like the text font. */
const afterPaint = (html: string) =>
  html.replace(
    /<(script type="module"|link rel="modulepreload")(?=[^>]*\ssrc=|[^>]*\shref=)/g,
    '<$1 fetchpriority="low"',
  )

const FIRST = '<!--first-->'

/**
 * Lists the largest of the entry's files first: without HTTP/2 the first file is loaded over the connection that
 * delivered the page, which is already open and at full speed, unlike the five new ones.
 */
function largestFirst(html: string, bundle: Rolldown.OutputBundle): string {
  const size = (tag: string) => {
    const file = bundle[/href="\/([^"]+)"/.exec(tag)?.[1] ?? '']
    return file?.type === 'chunk' ? file.code.length : 0
  }
  const [largest] = [...html.matchAll(/\s*<link rel="modulepreload"[^>]*>/g)]
    .map(([tag]) => tag)
    .sort((a, b) => size(b) - size(a))
  if (largest === undefined) throw new Error('fetch-early: the page names no file of the entry')
  return html.replace(largest, '').replace(FIRST, () => largest.trim())
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: '' },
  injectTo: 'head',
})

/**
 * What each page loads beyond the entry, with the picture of the first screen, by the first part of its address. The
 * console is left out.
 */
function filesOfPages(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const chunkOf = (name: string) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? file : undefined
  }
  const collect = (chunk: Rolldown.OutputChunk, into: Set<string>) => {
    if (into.has(chunk.fileName)) return into
    into.add(chunk.fileName)
    for (const name of chunk.viteMetadata?.importedCss ?? []) into.add(name)
    for (const name of chunk.imports) {
      const next = chunkOf(name)
      if (next) collect(next, into)
    }
    return into
  }
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const known = entry?.type === 'chunk' ? collect(entry, new Set()) : new Set<string>()
  const pages: Record<string, string[]> = {}
  for (const file of Object.values(bundle)) {
    const [, name] = (file.type === 'chunk' && ROUTE.exec(file.facadeModuleId?.replaceAll('\\', '/') ?? '')) || []
    if (file.type !== 'chunk' || name === undefined || RARE.includes(name)) continue
    pages[ADDRESS[name] ?? name] = [...collect(file, new Set())].filter((part) => !known.has(part))
  }
  const hero = Object.keys(bundle).find((name) => /\/hero-[^/]+\.svg$/.test(name))
  if (hero) pages['']?.push(hero)
  return pages
}

/** Runs in the page; the server allows it by its hash, like the theme's script. */
function preloadScript(pages: Record<string, string[]>): string {
  // `assets/` is written only once.
  const names = JSON.stringify(pages).replaceAll('"assets/', '"')
  return `<script>for(let f of(${names})[location.pathname.split("/")[1]]||[]){f="assets/"+f;const l=document.createElement("link");if(f.endsWith(".js"))l.rel="modulepreload",l.fetchPriority="low";else l.rel="preload";if(f.endsWith(".svg"))l.as="image",l.fetchPriority="high";else{if(f.endsWith(".css"))l.as="style";l.crossOrigin=""}l.href="/"+f;document.head.append(l)}</script>`
}
