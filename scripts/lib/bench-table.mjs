// The table of all benchmarks, from their results in bench/results. Node built-ins only.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Every stored figure, one line each.
 * @returns {{ bench: string, name: string, figure: string, ratio?: number, goal?: string, met?: boolean, at: string, commit: string, machine: string, busy: boolean }[]}
 */
export function readFigures(folder) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const report = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
      const bench = path.basename(file, '.json')
      const { at = '', commit = '', machine = '', load } = report
      const lines = report.table ?? EARLIER[bench]?.(report) ?? []
      return lines.map((line) => ({ bench, at, commit, machine, busy: load > 1, ...line }))
    })
}

/** Benchmarks that store their figures in another form. */
const EARLIER = {
  http: ({ results }) =>
    Object.entries(results).map(([name, { engine, toPostgresAlone, toPlainServer }]) => ({
      name: `REST: ${name}, to PostgreSQL alone`,
      figure: `${engine} a second, ${toPlainServer} of a plain server`,
      ratio: toPostgresAlone,
    })),
  'sql-listings': ({ results }) => {
    const counted = results.filter(({ withMs }) => withMs >= 0.5)
    const worst = counted.toSorted((a, b) => b.ratio / b.limit - a.ratio / a.limit)[0]
    return [
      {
        name: `${results.length} listings with rules, relative to without; worst (${worst.name})`,
        figure: `${worst.withMs} ms`,
        ratio: worst.ratio,
        goal: `at most ${worst.limit}`,
        met: worst.ratio <= worst.limit,
      },
    ]
  },
  web: ({ pages, longestClick }) => [
    ...Object.entries(pages).map(([page, { performance, accessibility, lcp, scriptGzip }]) => ({
      name: `Lighthouse on a phone, ${page}`,
      figure: `performance ${performance}, accessibility ${accessibility}, LCP ${(lcp / 1000).toFixed(1)} s, scripts ${Math.round(scriptGzip / 1024)} KB`,
      goal: 'performance 95, accessibility 100',
      met: performance >= 95 && accessibility === 100,
    })),
    {
      name: 'slowest click to the next frame',
      figure: `${Math.max(...Object.values(longestClick))} ms`,
      goal: 'at most 100 ms',
      met: Math.max(...Object.values(longestClick)) <= 100,
    },
  ],
}

const COLUMNS = ['bench', 'what', 'figure', 'ratio', 'goal', 'met', 'measured']

function cells({ bench, name, figure, ratio, goal, met, at, commit, busy }) {
  const verdict = met === undefined ? '' : met ? 'yes' : 'no'
  return [
    bench,
    name,
    figure,
    ratio ?? '',
    goal ?? '',
    verdict,
    [at, commit, busy ? 'busy' : ''].filter(Boolean).join(' '),
  ].map(String)
}

/** The table for a terminal. */
export function asText(figures) {
  const rows = [COLUMNS, ...figures.map(cells)]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `docs/benchmarks.md`. */
export function asPage(figures) {
  const line = (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const machines = [...new Set(figures.map(({ machine }) => machine).filter(Boolean))].sort()
  return `# Benchmarks

Written by \`npm run bench\`; do not edit. \`npm run bench web\` measures only the web app, and \`npm run bench table\` only
rewrites this page. All results are in \`bench/results\`, so a change can be compared with the state before it. The
benchmarks share the machine with the system that they measure. Compare ratios and figures that do not depend on time;
compare absolute times only on the same machine. The file of each benchmark in \`bench/\` starts with a description.

${line(COLUMNS)}
${line(COLUMNS.map(() => '---'))}
${figures.map((figure) => line(cells(figure))).join('\n')}

Machines: ${machines.join('; ') || 'not noted'}. Busy: other work used the
processors at the same time, so times are longer than necessary.
See also: [reliability](reliability.md), [scale](scale.md), [listings](performance.md), [HTTP](performance-http.md),
[web](performance-web.md).
`
}
