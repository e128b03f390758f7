# The application alone: its database and its files are elsewhere (see compose.yaml and docs/operating.md).

FROM node:24-bookworm-slim AS packages
WORKDIR /app
# The lists of packages alone, so that they are installed again only when they change.
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY demo/package.json demo/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM packages AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM packages AS production
RUN npm ci --ignore-scripts --omit=dev --workspace=server --workspace=contract

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=production /app/ ./
COPY --from=build /app/contract/dist contract/dist/
COPY --from=build /app/server/dist server/dist/
COPY --from=build /app/server/data server/data/
COPY --from=build /app/server/migrations server/migrations/
COPY --from=build /app/server/schema server/schema/
COPY --from=build /app/web/dist web/dist/
USER node
# Uploads under way and the work of jobs. Nothing else is written, so that the rest can be read-only.
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "server/dist/main.js"]
