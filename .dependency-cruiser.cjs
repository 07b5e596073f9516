// Who may import whom (docs/architecture.md). Run by scripts/check-imports.mjs, which first proves it on planted violations.
/** Only `allowed` rooms (besides `from` itself) may be imported from `from`; npm packages are not restricted here. */
const only = (name, from, allowed, exceptFrom = []) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: exceptFrom },
  to: {
    path: '^(contract|web|engine|test-support|e2e|bench|scripts)/',
    pathNot: [from, ...allowed, '^web/src/(styles|assets)/'],
  },
})
const webTests = ['\\.test\\.tsx?$', '^web/src/testing/', '^web/[^/]*\\.ts$']
const webShared = ['^web/src/(components|lib|config|hooks)/', '^contract/']

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },

    only('contract-imports-nothing', '^contract/', []),

    only('web-app', '^web/src/(app/|main\\.tsx$)', ['^web/src/', '^contract/'], webTests),
    only('web-features', '^web/src/features/', ['^web/src/data/', ...webShared], webTests),
    only('web-data', '^web/src/data/', ['^web/src/(lib|config)/', '^contract/'], webTests),
    only('web-components', '^web/src/components/', ['^web/src/(hooks|lib|config)/', '^contract/'], webTests),
    only('web-lib-hooks-config', '^web/src/(lib|hooks|config)/', ['^contract/'], webTests),
    only('web-tests', '^web/', ['^contract/', '^test-support/']),
    {
      name: 'feature-isolation',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'data-domains-share-keys-only',
      severity: 'error',
      from: { path: '^web/src/data/([^/]+)/' },
      to: { path: '^web/src/data/', pathNot: ['^web/src/data/$1/', '/keys\\.ts$'] },
    },
    {
      name: 'supabase-client-only-in-data',
      severity: 'error',
      from: { path: '^web/src/', pathNot: ['^web/src/(data|lib)/', ...webTests] },
      to: { path: '^web/src/lib/supabase\\.ts$' },
    },

    only('engine-alone', '^engine/src/', [], ['^engine/src/project/']),
    only('engine-tests', '^engine/test/', [
      '^engine/src/',
      '^engine/build-functions\\.ts$',
      '^test-support/',
      '^contract/',
    ]),
    only('engine-kernel', '^engine/src/kernel/', []),
    only('engine-db', '^engine/src/db/', ['^engine/src/kernel/']),
    only('engine-http', '^engine/src/http/', ['^engine/src/(db|kernel)/', '^engine/src/config\\.ts$']),
    {
      name: 'engine-services-apart',
      severity: 'error',
      from: { path: '^engine/src/(rest|auth|storage|realtime|functions|cron|net)/' },
      to: {
        path: '^engine/src/',
        pathNot: ['^engine/src/$1/', '^engine/src/(db|http|kernel)/', '^engine/src/config\\.ts$'],
      },
    },
    only('engine-project', '^engine/src/project/', [
      '^engine/src/(db|kernel)/',
      '^engine/src/config\\.ts$',
      '^engine/build-functions\\.ts$',
    ]),
    only('engine-start', '^engine/src/start/', ['^engine/src/(auth|db|kernel)/', '^engine/src/config\\.ts$']),
    {
      name: 'engine-cli-on-top',
      severity: 'error',
      from: { path: '^engine/src/', pathNot: ['^engine/src/cli/', '^engine/src/main\\.ts$'] },
      to: { path: '^engine/src/cli/' },
    },
    only(
      'rest-api-request',
      '^engine/src/rest/api-request/',
      ['^engine/src/kernel/', '^engine/src/rest/errors\\.ts$'],
      ['\\.test\\.ts$'],
    ),
    only(
      'rest-plan',
      '^engine/src/rest/plan/',
      ['^engine/src/kernel/', '^engine/src/rest/(api-request|schema-cache)/', '^engine/src/rest/errors\\.ts$'],
      ['\\.test\\.ts$'],
    ),
    only(
      'rest-query',
      '^engine/src/rest/query/',
      ['^engine/src/kernel/', '^engine/src/rest/(plan|api-request|schema-cache)/', '^engine/src/rest/errors\\.ts$'],
      ['\\.test\\.ts$'],
    ),
    {
      name: 'conformance-is-black-box',
      severity: 'error',
      from: { path: '^engine/test/conformance/' },
      to: { path: '^engine/src/' },
    },

    only('test-support', '^test-support/', ['^engine/src/index\\.ts$', '^contract/']),
    only('scripts', '^scripts/', ['^engine/src/index\\.ts$', '^contract/', '^test-support/']),
    only(
      'e2e-and-bench',
      '^(e2e|bench)/',
      ['^contract/', '^test-support/'],
      ['^bench/simulation/observer[.]ts$', '^bench/pictures/'],
    ),
    // What is measured is the drawing alone, without the server around it.
    only('bench-pictures', '^bench/pictures/', ['^bench/', '^engine/src/http/shared-picture']),
    // The observer changes what it shows as the app does; a copy of these functions would prove nothing.
    only('observer', '^bench/simulation/observer[.]ts$', ['^bench/', '^web/src/(data|lib/live)/']),
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true },
}
