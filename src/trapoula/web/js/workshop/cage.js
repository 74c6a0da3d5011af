/** The inline script of a frame without an origin. It starts one worker, which has only the message port it is given. */

addEventListener(
  "message",
  ({ data, ports: [line] }) => {
    const code = URL.createObjectURL(new Blob([data.code], { type: "text/javascript" }));
    new Worker(code).postMessage(data.things, [line]); // not a module: those need an origin
  },
  { once: true },
);
