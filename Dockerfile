# The version of the base is that of the package `node` in package.json; a test compares them.
FROM node:24.21.0-bookworm-slim AS client
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
RUN npm ci --ignore-scripts
COPY prisma/schema.prisma prisma/generate.ts prisma/
COPY src/platform/process/command.ts src/platform/process/
RUN node prisma/generate.ts
COPY console console
RUN node console/build.ts

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json console/
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-bookworm-slim
# Health and metrics of servers and workers alike, for the check below; nothing publishes this port.
ENV NODE_ENV=production METRICS_PORT=9464
WORKDIR /app
COPY package.json README.md ./
COPY --from=packages /app/node_modules node_modules
COPY --from=client /app/src/platform/prisma src/platform/prisma
COPY prisma/migrations prisma/migrations
COPY prisma/seed prisma/seed
COPY plugins plugins
COPY src src
COPY --from=client /app/console/dist console/dist
RUN install -d -o 1000 node_modules/.cache
USER node
# A start that fails, as there is no database: what it has compiled stays in the image for the starts to come.
RUN AUTH_MODE=demo DATABASE_URL=postgres://nobody@127.0.0.1:1/none node --max-semi-space-size=16 src/server.js; test -d node_modules/.cache/seller-operating-score
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "src/health-check.ts"]
CMD ["node", "--max-semi-space-size=16", "src/server.js"]
