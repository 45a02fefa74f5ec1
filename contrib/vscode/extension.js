// The client of craig lsp for VS Code. The server does the work; this file starts it, passes the settings, and names
// the file when its command is called from the palette.
'use strict';

const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

// settings are what the server takes, and nothing else: it refuses settings that it does not know.
function settings() {
  const section = vscode.workspace.getConfiguration('craig');
  const all = {};
  for (const name of ['run', 'timeout', 'properties', 'options', 'jobs', 'inlayHints']) {
    all[name] = section.get(name);
  }
  return all;
}

// executeCommand adds the URI of the file in front to a command that came without arguments.
function executeCommand(command, args, next) {
  const editor = vscode.window.activeTextEditor;
  if (command === 'craig.checkFile' && args.length === 0 && editor) {
    args = [client.code2ProtocolConverter.asUri(editor.document.uri)];
  }
  return next(command, args);
}

async function activate(context) {
  const command = vscode.workspace.getConfiguration('craig').get('path');
  client = new LanguageClient('craig', 'craig',
    { command, args: ['lsp'], transport: TransportKind.stdio },
    {
      documentSelector: [{ language: 'c', scheme: 'file' }],
      initializationOptions: settings(),
      middleware: { executeCommand },
    });
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('craig') && client.isRunning()) {
      client.sendNotification('workspace/didChangeConfiguration', { settings: { craig: settings() } });
    }
  }));
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`${command} lsp did not start: ${error.message}. The setting craig.path says where craig is.`);
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
