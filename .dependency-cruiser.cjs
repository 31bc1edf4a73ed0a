/** Which imports are allowed: dependencies point one way, and no domain knows another. */
module.exports = {
  forbidden: [
    {
      name: 'scoring-and-delivery-are-pure',
      comment: 'They know data only: no Fastify, Prisma, database, clock or platform.',
      severity: 'error',
      from: { path: '^(src/(scoring|statistics)|plugins/webhooks/delivery)/' },
      to: {
        path: '^(src/(?!(scoring|statistics)/|platform/schemas/url-text\\.ts)|plugins/(?!webhooks/delivery/))|node_modules/(fastify|@fastify|@prisma|pg|pg-boss|undici)/',
      },
    },
    {
      name: 'transparency-is-pure',
      comment: 'Auditors run it without the service: it knows the engine and node:crypto alone.',
      severity: 'error',
      from: { path: '^src/transparency/' },
      to: { pathNot: '^src/(transparency|scoring)/|^(node:)?crypto$|node_modules/@sinclair/typebox/' },
    },
    {
      name: 'verifying-needs-no-service',
      comment: 'It is a package for auditors: no server, no database, no network.',
      severity: 'error',
      from: { path: '^src/verify/' },
      to: {
        pathNot:
          '^src/(verify|transparency|scoring)/|^(node:)?(crypto|fs|process|util)$|node_modules/csv-parse/',
      },
    },
    {
      name: 'platform-knows-no-domain',
      comment: 'It knows no seller, score or event: what is about them is handed in.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(plugins|src/(domain|runs|feeds|scoring|transparency))/' },
    },
    {
      name: 'the-sdk-stands-alone',
      comment: 'It is a package for others, in browsers too.',
      severity: 'error',
      from: { path: '^src/sdk/' },
      to: { pathNot: '^src/sdk/|node_modules/(openapi-fetch|standardwebhooks)/' },
    },
    {
      name: 'nobody-imports-the-sdk',
      severity: 'error',
      from: { pathNot: '^src/sdk/' },
      to: { path: '^src/sdk/' },
    },
    {
      name: 'shared-domain-knows-no-plugin',
      severity: 'error',
      from: { path: '^src/(domain|runs)/' },
      to: { path: '^plugins/' },
    },
    {
      name: 'feeds-know-no-domain',
      comment: 'They say what facts are, and what of them scores are made of; who reads them is above them.',
      severity: 'error',
      from: { path: '^src/feeds/' },
      to: { path: '^(plugins|src/(domain|runs))/' },
    },
    {
      name: 'embedded-postgres-is-a-library',
      severity: 'error',
      from: { path: '^src/embedded-postgres/' },
      to: { path: '^(plugins|src/(?!embedded-postgres/))' },
    },
    {
      name: 'domains-do-not-import-each-other',
      comment: 'They meet in the database, in events, in src/domain or in src/scoring.',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/' },
      to: { path: '^plugins/', pathNot: '^plugins/$1/' },
    },
    {
      name: 'threads-load-scoring-alone',
      comment:
        'A thread loads no framework and no database: it would take as long and as much memory as the service.',
      severity: 'error',
      from: { path: '^plugins/([^/]+)/tasks/' },
      to: { pathNot: '^(plugins/$1/tasks|src/scoring|src/transparency)/|^src/domain/scores/score-row\\.ts$' },
    },
    {
      name: 'only-the-queue-imports-pg-boss',
      severity: 'error',
      from: { pathNot: '^src/platform/jobs/' },
      to: { path: 'node_modules/pg-boss/' },
    },
    {
      name: 'entries-are-imported-by-nobody',
      severity: 'error',
      from: {},
      to: {
        path: '^src/(server|worker|create-user|health-check|migrate|rotate-secrets|generate/(build-)?sdk)\\.ts$',
      },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '^(src|plugins|prisma)/' },
      to: { path: '^test/' },
    },
    {
      name: 'pages-run-in-a-browser',
      comment: 'They reach the service by its API alone.',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/(build|vite\\.config)' },
      to: {
        pathNot: '^console/|node_modules/|^virtual:|^\\./schema\\.d\\.ts$',
      },
    },
    {
      name: 'nobody-imports-pages',
      comment: 'They are built apart and served as files.',
      severity: 'error',
      from: { pathNot: '^console/' },
      to: { path: '^console/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'production-code-needs-no-dev-dependency',
      severity: 'error',
      from: {
        path: '^(src|plugins)/',
        pathNot: '^src/(generate|sdk)/',
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'everything-resolves',
      comment: 'The types of the API are made by `npm run sdk`, the theme’s stylesheet by the build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|(openapi|schema)\\.d\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|src/platform/prisma/' },
    exclude: {
      path: '^(\\.data|\\.tap|src/sdk/(generated|dist)|(src/verify|console)/dist)/|^\\./generated/',
    },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
